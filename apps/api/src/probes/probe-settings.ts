/** The configuration of the probes. Also the injection token. */
export abstract class ProbeSettings {
  /** Whether /metrics is served beside the probes; false where SVC_METRICS_ADDR is set. */
  abstract readonly metricsHere: boolean;
}
