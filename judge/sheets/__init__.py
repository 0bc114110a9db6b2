"""Order sheets: text to orders, and orders to text. Reading never rules."""
