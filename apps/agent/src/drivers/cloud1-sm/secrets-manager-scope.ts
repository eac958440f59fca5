import { scopeName, scopeText } from '../scope-text.js';
import { scopeUrl } from '../scope-url.js';
import { StoreError } from '../store-error.js';

export interface SecretsManagerSettings {
  /** The one address besides the vendor's own that requests may go to. */
  endpoint: string | null;
}

/** Where a cloud1-sm connection points; null for the vendor's own address, or the agent's own role. */
export interface SecretsManagerScope {
  region: string;
  roleArn: string | null;
  endpoint: string | null;
}

// It becomes a label of the addresses of Secrets Manager and of STS, to which the agent's login goes: of the form
// that regions have, and no `s3-us-west-2`, below which buckets have names.
const REGION = /^[a-z]{2,4}(?:-[a-z]+){1,3}-[0-9]{1,2}$/;
const ROLE_ARN = /^arn:[A-Za-z0-9-]+:iam::[0-9]{12}:role\/[A-Za-z0-9+=,.@_/-]+$/;

/** Takes a connection's scope (region, roleArn?, endpoint?). @throws StoreError scope_invalid */
export function parseSecretsManagerScope(scope: Record<string, unknown>): SecretsManagerScope {
  const roleArn = scopeText(scope, 'roleArn');
  if (roleArn !== '' && !ROLE_ARN.test(roleArn)) throw new StoreError('scope_invalid');
  const endpoint = scopeText(scope, 'endpoint');
  return {
    region: scopeName(scope, 'region', REGION),
    roleArn: roleArn || null,
    endpoint: endpoint === '' ? null : scopeUrl(endpoint),
  };
}

/** Returns the address of a scope. @param named the operator's endpoint, null for the vendor's own */
export function secretsManagerUrl({ endpoint, region }: SecretsManagerScope, named: string | null): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return endpoint ?? named ?? `https://secretsmanager.${region}.${suffix}`;
}
