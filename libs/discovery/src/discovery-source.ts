/**
 * Where secrets are discovered: a provider connection, or an entry of the deprecated SVC_DISCOVER_TARGETS_JSON
 * that no connection describes. Both keep their runs in columns of the same names.
 */
export type SourceKind = 'connection' | 'target';

export interface DiscoverySource {
  readonly kind: SourceKind;
  readonly id: string;
  /** The provider's type. */
  readonly type: string;
  readonly clusterName: string | null;
}

/** The table that holds a kind of source. */
export const SOURCE_TABLE: Readonly<Record<SourceKind, string>> = {
  connection: 'provider_connections',
  target: 'discovery_targets',
};

/** The column of `secrets` that names the source. */
export const SOURCE_COLUMN: Readonly<Record<SourceKind, string>> = {
  connection: 'provider_connection_id',
  target: 'target_id',
};

/** Returns the source as the audit log names it. */
export function resourceOf(source: Pick<DiscoverySource, 'kind' | 'id'>): string {
  return `${source.kind === 'connection' ? 'provider_connection' : 'discovery_target'}:${source.id}`;
}
