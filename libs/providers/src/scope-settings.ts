import type { ScopeRules } from '#libs/connection-scope';

/** How strictly connection scopes are validated. Also the injection token. */
export abstract class ScopeSettings implements ScopeRules {
  abstract readonly allowInsecureStoreAddr: boolean;
  abstract readonly rejectSecretsInScope: boolean;
}
