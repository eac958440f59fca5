import { scopeName, scopeText } from '../scope-text.js';
import { StoreError } from '../store-error.js';

export interface GoogleSecretsSettings {
  /** URL of the API instead of `https://secretmanager.googleapis.com`. */
  url: string | null;
  /** URL for impersonation instead of `https://iamcredentials.googleapis.com`. */
  impersonationUrl: string | null;
}

/** The scope of a cloud3-sm connection; without a service account the agent's own identity is used. */
export interface GoogleSecretsScope {
  project: string;
  serviceAccount: string | null;
}

const VENDOR = 'https://secretmanager.googleapis.com';
const PROJECT = /^[a-z0-9][a-z0-9.:-]{2,62}$/;
const SERVICE_ACCOUNT = /^[A-Za-z0-9._-]{1,128}@[A-Za-z0-9.-]{1,255}$/;

/** Parses a connection's scope (projectId, serviceAccount?). @throws StoreError scope_invalid */
export function parseGoogleSecretsScope(scope: Record<string, unknown>): GoogleSecretsScope {
  const serviceAccount = scopeText(scope, 'serviceAccount');
  if (serviceAccount !== '' && !SERVICE_ACCOUNT.test(serviceAccount)) throw new StoreError('scope_invalid');
  return { project: scopeName(scope, 'projectId', PROJECT), serviceAccount: serviceAccount || null };
}

/** Returns the address of the API; a scope can't set one. */
export function googleSecretsUrl({ url }: GoogleSecretsSettings): string {
  return url ?? VENDOR;
}
