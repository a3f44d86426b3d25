"""What is hidden, which seats may see it, and the invariants that always hold."""
