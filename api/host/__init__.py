"""The host: what every part is handed, which seats it waits for, what wakes it."""
