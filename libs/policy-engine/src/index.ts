export { compile, type CompiledRules } from './compile.js';
export { decide } from './decide.js';
export { type Decision, DEFAULT_REVEAL_TTL_SECONDS } from './decision.js';
export { type Candidate, decisionOf, explain } from './explain.js';
export { type PolicyRule, type Selector, SELECTOR_KEYS, selectorKeysOf } from './policy-rule.js';
export { recompile } from './recompile.js';
export { ENVIRONMENT_KINDS, type EnvironmentKind, type PolicyScope } from './policy-scope.js';
