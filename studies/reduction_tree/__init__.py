"""How summaries of parts are merged, tried out on small parts and estimated for 10¹² rows."""
