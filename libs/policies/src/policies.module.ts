import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { AuthoringCoverage } from './authoring-coverage.js';
import { CompiledPolicies } from './compiled-policies.js';
import { EnvironmentRules } from './environment-rules.js';
import { GoverningRuleService } from './governing-rule.service.js';
import { PlatformRuleService } from './platform-rules.service.js';
import { PlatformSettingsService } from './platform-settings.service.js';
import { PlatformSettingsStore } from './platform-settings.store.js';
import { RULE_METRICS, RuleCounters } from './rule-counters.js';
import { RuleDrafts } from './rule-drafts.js';
import { RuleHistoryReadModel } from './rule-history.read-model.js';
import { RuleReferences } from './rule-references.js';
import { RuleWriter } from './rule-writer.js';
import { RuleReadModel } from './rules.read-model.js';
import { RuleStore } from './rules.store.js';
import { ScopedRuleService } from './scoped-rules.service.js';
import { SimulationService } from './simulation.service.js';
import { WorkflowService } from './workflows.service.js';
import { WorkflowStore } from './workflows.store.js';

const EXPORTED = [
  GoverningRuleService,
  WorkflowService,
  PlatformRuleService,
  ScopedRuleService,
  RuleReadModel,
  RuleHistoryReadModel,
  PlatformSettingsService,
  SimulationService,
];

/** Workflows, policy rules with their history, and the resolution of a request's rule. */
@Module({
  imports: [TenancyModule],
  providers: [
    ...EXPORTED,
    AuthoringCoverage,
    CompiledPolicies,
    EnvironmentRules,
    PlatformSettingsStore,
    ...RULE_METRICS,
    RuleCounters,
    RuleDrafts,
    RuleReferences,
    RuleStore,
    RuleWriter,
    WorkflowStore,
  ],
  exports: EXPORTED,
})
export class PoliciesModule {}
