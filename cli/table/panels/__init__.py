"""What stands beside the board and the question: cards of answers ahead, reasons, settings."""
