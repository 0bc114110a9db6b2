"""Why an order came out as it did: a ruling's own trace, told in order, never computed again.

`story` picks and orders the steps, `telling` puts them into sentences, `tree` shows what rested on
what, `whatif` rules the same season with other orders.
"""
