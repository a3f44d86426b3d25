"""The click client of Ostraka, and the client library (`cli.client.Client`) that scripted players import."""
