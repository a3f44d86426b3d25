"""The host: what every part is handed, whom it waits for, what wakes it."""
