"""Where fits run: in this process, in worker processes or on a cluster, within limits of time and memory."""
