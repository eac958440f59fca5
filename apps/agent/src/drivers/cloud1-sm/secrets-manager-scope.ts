import { scopeName, scopeText } from '../scope-text.js';
import { scopeUrl } from '../scope-url.js';
import { StoreError } from '../store-error.js';

export interface SecretsManagerSettings {
  /** The only address other than the vendor's that requests may be sent to. */
  endpoint: string | null;
}

/** The scope of a cloud1-sm connection; null for the vendor's own address, or the agent's own role. */
export interface SecretsManagerScope {
  region: string;
  roleArn: string | null;
  endpoint: string | null;
}

// Part of the hostnames of Secrets Manager and of STS, to which the agent's credentials are sent: must have the form of a
// region, unlike `s3-us-west-2`, below which customers name buckets.
const REGION = /^[a-z]{2,4}(?:-[a-z]+){1,3}-[0-9]{1,2}$/;
const ROLE_ARN = /^arn:[A-Za-z0-9-]+:iam::[0-9]{12}:role\/[A-Za-z0-9+=,.@_/-]+$/;

/** Parses a connection's scope (region, roleArn?, endpoint?). @throws StoreError scope_invalid */
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
