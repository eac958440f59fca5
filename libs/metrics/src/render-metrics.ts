import { register } from 'prom-client';

/** The media type of the metrics page. */
export const METRICS_TYPE = register.contentType;

let rendering: Promise<string> | null = null;

/**
 * Returns all metrics of the process in the Prometheus text format. Concurrent calls share one rendering, because anybody
 * may scrape, and gauges query the database.
 */
export function renderMetrics(): Promise<string> {
  return (rendering ??= register.metrics().finally(() => (rendering = null)));
}
