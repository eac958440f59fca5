import type { CompiledRules } from './compile.js';
import type { PolicyScope } from './policy-scope.js';
import type { RuleTree } from './rule-tree.js';

/**
 * Calls `visit` for the anchors whose rules can govern the scope, nearest first: project, its teams, platform. Scoped rules
 * govern only non-prod environments of projects: authoring rejects others, and this check doesn't rely on that (D44).
 */
export function visitAnchors(
  scope: PolicyScope,
  { trees }: CompiledRules,
  visit: (tree: RuleTree) => void,
): void {
  if (scope.projectId !== null && scope.environmentKind !== 'prod') {
    const ofProject = trees.byProject.get(scope.projectId);
    if (ofProject !== undefined) visit(ofProject);
    if (scope.environmentKind === 'non_prod') visitTeams(scope, trees.byTeam, visit);
  }
  visit(trees.platform);
}

function visitTeams(
  scope: PolicyScope,
  byTeam: ReadonlyMap<string, RuleTree>,
  visit: (tree: RuleTree) => void,
): void {
  for (const teamId of scope.teamIds) {
    const ofTeam = byTeam.get(teamId);
    if (ofTeam !== undefined) visit(ofTeam);
  }
}
