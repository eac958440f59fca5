/** SQL that is true of a connection or discovery target `c` whose current run has taken more than twice its interval. */
export const STALE_RUN = `c.last_discover_status = 'running'
  AND c.last_discover_started_at < statement_timestamp() - make_interval(secs => 2 * c.discover_interval_seconds)`;
