export type { RuleTarget } from './domain/rule-target.js';
export { lacksJustification } from './domain/lacks-justification.js';
export { ruleWarnings } from './domain/rule-warnings.js';
export { OPERATIONS, PRINCIPAL_KINDS, REQUEST_TYPES } from './domain/selector.js';
export { type GoverningRule, GoverningRuleService } from './governing-rule.service.js';
export { PlatformRuleService } from './platform-rules.service.js';
export { PlatformSettingsService } from './platform-settings.service.js';
export { type PlatformSettingsRow, settingsVersion } from './platform-settings.store.js';
export { PoliciesModule } from './policies.module.js';
export { policyErrors } from './policies.errors.js';
export type { RuleAnchor } from './rule-anchor.js';
export type { RuleDraft } from './rule-drafts.js';
export { RuleHistoryReadModel, type RuleVersion } from './rule-history.read-model.js';
export { RuleReadModel, type RuleView } from './rules.read-model.js';
export { ruleVersion } from './rules.store.js';
export { ScopedRuleService } from './scoped-rules.service.js';
export {
  type SimulatedDecision,
  type SimulatedScope,
  type Simulation,
  SimulationService,
} from './simulation.service.js';
export type { WorkflowSnapshot } from './workflow-snapshot.js';
export { WorkflowService } from './workflows.service.js';
export { type WorkflowRow, workflowVersion } from './workflows.store.js';
