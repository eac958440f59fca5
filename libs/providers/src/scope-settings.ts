import type { ScopeRules } from './domain/connection-scope.js';

/** How strict connection scopes are checked; the injection token of these settings. */
export abstract class ScopeSettings implements ScopeRules {
  abstract readonly allowInsecureStoreAddr: boolean;
  abstract readonly rejectSecretsInScope: boolean;
}
