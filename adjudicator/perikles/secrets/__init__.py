"""What nobody may learn: imagined positions, and the invariants that hold throughout."""
