/** Which secrets of the catalogue to list; all conditions must hold. */
export interface SecretFilter {
  readonly clusterName?: string;
  readonly provider?: string;
  readonly refPrefix?: string;
  readonly status?: 'active' | 'missing';
  /** Bound to this environment. */
  readonly environmentId?: string;
  /** Bound to an environment of this project. */
  readonly projectId?: string;
  readonly connectionId?: string;
  /** Has this key. */
  readonly key?: string;
  /** Part of the ref, case-insensitive; at least three characters, the minimum for the trigram index. */
  readonly text?: string;
  readonly labels: readonly Label[];
}

export interface Label {
  readonly name: string;
  readonly value: string;
}

/** Parses a label `k:v` at its first colon. Null without a name or a colon. */
export function labelOf(text: string): Label | null {
  const colon = text.indexOf(':');
  return colon < 1 ? null : { name: text.slice(0, colon), value: text.slice(colon + 1) };
}
