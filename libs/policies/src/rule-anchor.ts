/** The place that a scoped rule belongs to; it never changes. */
export type RuleAnchor =
  | { readonly kind: 'project'; readonly projectId: string }
  | { readonly kind: 'team'; readonly teamId: string };

/** The anchor as the two columns of a rule. */
export function anchorIds(anchor: RuleAnchor): { projectId: string | null; teamId: string | null } {
  return anchor.kind === 'project'
    ? { projectId: anchor.projectId, teamId: null }
    : { projectId: null, teamId: anchor.teamId };
}

/** True when the rule belongs to exactly this place. */
export function isAnchoredAt(
  rule: { project_id: string | null; team_id: string | null },
  anchor: RuleAnchor,
): boolean {
  const { projectId, teamId } = anchorIds(anchor);
  return rule.project_id === projectId && rule.team_id === teamId;
}

/** True for a rule of the platform, system rules among them. */
export function isPlatformRule(rule: { project_id: string | null; team_id: string | null }): boolean {
  return rule.project_id === null && rule.team_id === null;
}
