"""What a seat may not know: where it lies, and what follows from that for views, redeals and imagined positions."""
