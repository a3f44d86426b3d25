"""Writes the JSON Schemas and the test vectors from the code."""
