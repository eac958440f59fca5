/** The project or team that owns a scoped rule; immutable. */
export type RuleAnchor =
  | { readonly kind: 'project'; readonly projectId: string }
  | { readonly kind: 'team'; readonly teamId: string };

/** Returns the anchor as the two columns of a rule. @param anchor null for a platform rule, which has neither */
export function anchorIds(anchor: RuleAnchor | null): { projectId: string | null; teamId: string | null } {
  return {
    projectId: anchor?.kind === 'project' ? anchor.projectId : null,
    teamId: anchor?.kind === 'team' ? anchor.teamId : null,
  };
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
