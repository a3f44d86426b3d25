"""Many processes of one host on one PostgreSQL, as compose.yaml sets them up, without containers."""
