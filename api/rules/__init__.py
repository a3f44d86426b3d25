"""Rules at the host: what they may take of its time, and where they are asked."""
