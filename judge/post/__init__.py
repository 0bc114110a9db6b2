"""Mail: sheets come in by e-mail, receipts and results go out. Above it stands only the CLI."""
