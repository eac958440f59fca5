export { type ConnectionScope, scopeFault, type ScopeFault, type ScopeRules } from './connection-scope.js';
export { PROVIDER_TYPES, type ProviderType, SCOPE_KEYS } from './provider-type.js';
