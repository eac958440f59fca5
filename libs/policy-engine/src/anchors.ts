import type { AnchorRules, CompiledRules } from './compile.js';
import type { PolicyScope } from './policy-scope.js';

/**
 * The anchors whose rules may govern the scope, nearest first: project, its teams, platform. A scoped rule needs
 * a project, and governs non-prod only: authoring refuses the rest, and this holds whatever the row says (D44).
 */
export function anchorsInReach(scope: PolicyScope, compiled: CompiledRules): AnchorRules[] {
  const reach: AnchorRules[] = [];
  if (scope.projectId !== null && scope.environmentKind !== 'prod') {
    const ofProject = compiled.byProject.get(scope.projectId);
    if (ofProject) reach.push(ofProject);
    if (scope.environmentKind === 'non_prod') addTeams(reach, scope, compiled);
  }
  reach.push(compiled.platform);
  return reach;
}

function addTeams(reach: AnchorRules[], scope: PolicyScope, compiled: CompiledRules): void {
  for (const teamId of scope.teamIds) {
    const ofTeam = compiled.byTeam.get(teamId);
    if (ofTeam) reach.push(ofTeam);
  }
}
