import { register } from 'prom-client';

/** The media type of the metrics page. */
export const METRICS_TYPE = register.contentType;

let rendering: Promise<string> | null = null;

/**
 * Returns every metric of the process in the Prometheus text format. Calls at the same time share one rendering: anybody
 * may scrape, and gauges query the database.
 */
export function renderMetrics(): Promise<string> {
  return (rendering ??= register.metrics().finally(() => (rendering = null)));
}
