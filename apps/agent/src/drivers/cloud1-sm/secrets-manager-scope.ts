import type { SecretsManagerSettings } from '../../config/cloud-store-settings.js';
import { isLoopback } from '../../http/loopback.js';
import { scopeName, scopeText } from '../scope-text.js';
import { StoreError } from '../store-error.js';

/** Where a cloud1-sm connection points; null for the vendor's own address, or the agent's own role. */
export interface SecretsManagerScope {
  region: string;
  roleArn: string | null;
  endpoint: string | null;
}

const REGION = /^[a-z]{2}[a-z0-9-]{2,30}$/;
const ROLE_ARN = /^arn:[A-Za-z0-9-]+:iam::[0-9]{12}:role\/[A-Za-z0-9+=,.@_/-]+$/;
const VENDOR_HOST = /\.(amazonaws\.com|amazonaws\.com\.cn|api\.aws)$/;

/**
 * Takes a connection's scope (region, roleArn?, endpoint?). Values that are written travel to the endpoint and the
 * scope comes from the control plane, so it is one of the vendor's, on this machine, or the one that the operator
 * of the agent has named.
 * @throws StoreError scope_invalid, store_address_insecure, store_address_not_allowed
 */
export function parseSecretsManagerScope(
  scope: Record<string, unknown>,
  settings: SecretsManagerSettings,
): SecretsManagerScope {
  const roleArn = scopeText(scope, 'roleArn');
  if (roleArn !== '' && !ROLE_ARN.test(roleArn)) throw new StoreError('scope_invalid');
  return {
    region: scopeName(scope, 'region', REGION),
    roleArn: roleArn || null,
    endpoint: endpointOf(scopeText(scope, 'endpoint'), settings.endpoint),
  };
}

function endpointOf(text: string, named: string | null): string | null {
  if (text === '') return named;
  const url = parseEndpoint(text);
  if (named !== null) {
    if (new URL(named).href !== url.href) throw new StoreError('store_address_not_allowed');
    return named;
  }
  if (isLoopback(url.hostname)) return url.href;
  if (url.protocol !== 'https:') throw new StoreError('store_address_insecure');
  if (!VENDOR_HOST.test(url.hostname)) throw new StoreError('store_address_not_allowed');
  return url.href;
}

function parseEndpoint(text: string): URL {
  if (!URL.canParse(text)) throw new StoreError('scope_invalid');
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) throw new StoreError('scope_invalid');
  return url;
}
