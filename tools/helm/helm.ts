/** A release to install. */
export interface Release {
  readonly name: string;
  readonly chart: string;
  readonly valuesFile: string;
  readonly kubeconfig: string;
}

export interface Helm {
  /** Returns the output of `helm lint --strict` for a chart with these values. @throws Error where it fails */
  lint(chart: string, valuesFile: string): string;
  /** Returns the manifests, hooks included. @throws Error with the output of `helm template`, schema errors included */
  template(chart: string, release: string, valuesFile: string): string;
  /** `helm install`, without waiting for pods. @throws Error */
  install(release: Release): Promise<void>;
  /** @throws Error */
  upgrade(release: Release): Promise<void>;
  /** @throws Error */
  uninstall(release: Release): Promise<void>;
}
