"""The board as a picture: shapes, symbols, orders as arrows. Nothing here decides anything.

`shapes` reads where provinces lie, `scene` says what is to be drawn, `picture` draws it.
"""
