"""Position, orders, control, victory: what everything else reads."""
