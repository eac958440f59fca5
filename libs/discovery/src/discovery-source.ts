/**
 * A source of secrets: a provider connection, or an entry of the deprecated SVC_DISCOVER_TARGETS_JSON without a
 * connection. Both have the same columns for their runs.
 */
export type SourceKind = 'connection' | 'target';

/** Which row a source is, by its kind's table. */
export interface SourceRef {
  readonly kind: SourceKind;
  readonly id: string;
}

export interface DiscoverySource extends SourceRef {
  /** The provider's type. */
  readonly type: string;
  readonly clusterName: string | null;
}

/** The table of each kind of source. */
export const SOURCE_TABLE: Readonly<Record<SourceKind, string>> = {
  connection: 'provider_connections',
  target: 'discovery_targets',
};

/** The column of `secrets` that refers to the source. */
export const SOURCE_COLUMN: Readonly<Record<SourceKind, string>> = {
  connection: 'provider_connection_id',
  target: 'target_id',
};

/** Returns the source's resource in the audit log. */
export function resourceOf(source: SourceRef): string {
  return `${source.kind === 'connection' ? 'provider_connection' : 'discovery_target'}:${source.id}`;
}
