"""The Flask service of Ostraka: storage, cut and resolution, deadlines, mail."""
