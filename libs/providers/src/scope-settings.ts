import type { ScopeRules } from '#libs/connection-scope';

/** How strict connection scopes are checked; the injection token of these settings. */
export abstract class ScopeSettings implements ScopeRules {
  abstract readonly allowInsecureStoreAddr: boolean;
  abstract readonly rejectSecretsInScope: boolean;
}
