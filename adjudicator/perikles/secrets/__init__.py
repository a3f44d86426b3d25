"""What is hidden and from whom, and the invariants that hold throughout."""
