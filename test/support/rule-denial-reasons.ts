/** Why authors of rules are refused, as the metrics name it (D47). */
export const RULE_DENIAL_REASONS = [
  'out_of_scope',
  'priority_reserved',
  'selector_mismatch',
  'scope_too_broad',
  'environment_not_in_project',
  'prod_blocked',
  'workflow_not_authorable',
  'platform_not_editable',
  'not_found',
];
