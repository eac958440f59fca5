/** What the configuration decides for probes; the injection token of these settings. */
export abstract class ProbeSettings {
  /** Metrics are shown beside the probes; false where they have an address of their own (SVC_METRICS_ADDR). */
  abstract readonly metricsHere: boolean;
}
