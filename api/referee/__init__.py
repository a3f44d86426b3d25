"""What the host decides: seats before the deal, cut and resolution, missed deadlines, replaced keys."""
