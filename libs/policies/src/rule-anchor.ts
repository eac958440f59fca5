/** The project or team that owns a scoped rule; immutable. */
export type RuleAnchor =
  | { readonly kind: 'project'; readonly projectId: string }
  | { readonly kind: 'team'; readonly teamId: string };

/** Returns the anchor as the two columns of a rule. */
export function anchorIds(anchor: RuleAnchor): { projectId: string | null; teamId: string | null } {
  return anchor.kind === 'project'
    ? { projectId: anchor.projectId, teamId: null }
    : { projectId: null, teamId: anchor.teamId };
}

/** Returns whether the rule belongs to this project or team itself. */
export function isAnchoredAt(
  rule: { project_id: string | null; team_id: string | null },
  anchor: RuleAnchor,
): boolean {
  const { projectId, teamId } = anchorIds(anchor);
  return rule.project_id === projectId && rule.team_id === teamId;
}

/** Returns whether it is a platform rule, including system rules. */
export function isPlatformRule(rule: { project_id: string | null; team_id: string | null }): boolean {
  return rule.project_id === null && rule.team_id === null;
}
