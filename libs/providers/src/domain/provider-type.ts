/** The external stores a connection can describe. */
export const PROVIDER_TYPES = ['vault', 'cloud1-sm', 'cloud2-kv', 'cloud3-sm', 'orchestrator'] as const;

export type ProviderType = (typeof PROVIDER_TYPES)[number];

/** What a connection's scope may hold, and what it must (specification, "Scope keys validated per type"). */
export interface ScopeKeys {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

export const SCOPE_KEYS: Readonly<Record<ProviderType, ScopeKeys>> = {
  vault: { required: ['address', 'kvMount'], optional: ['kvPrefix', 'namespace'] },
  'cloud1-sm': { required: ['region'], optional: ['roleArn', 'endpoint'] },
  'cloud2-kv': { required: ['vaultName', 'tenantId', 'clientId'], optional: [] },
  'cloud3-sm': { required: ['projectId'], optional: ['serviceAccount'] },
  orchestrator: { required: [], optional: ['namespace'] },
};
