"""What nobody may learn: redeals, imagined positions, and the invariants that hold throughout."""
