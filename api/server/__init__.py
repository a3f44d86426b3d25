"""Running the service: gunicorn, its connections, the worker."""
