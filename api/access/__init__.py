"""Who asks, with which key, and what is theirs."""
