import type { ProviderType } from '#libs/connection-scope';

/** What each type of store is called. */
export const PROVIDER_NAMES: Readonly<Record<ProviderType, string>> = {
  vault: 'Vault or OpenBao',
  'cloud1-sm': 'AWS Secrets Manager',
  'cloud2-kv': 'Azure Key Vault',
  'cloud3-sm': 'Google Secret Manager',
  orchestrator: 'Kubernetes secrets',
};
