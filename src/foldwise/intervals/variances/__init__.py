"""Standard errors that several methods take: linearised, by leaving rows out, of series, of stratified resamples."""
