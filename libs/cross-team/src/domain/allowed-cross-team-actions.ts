import type { ActorFacts, AllowedAction } from '#libs/requests';
import { type CrossTeamDecision, type CrossTeamFacts, decide } from './cross-team-decision.js';
import type { PersonAction } from './cross-team-stage.js';

/** Returns which cross-team actions a user may take on a request, with the error code for the others (D63, D93). */
export function allowedCrossTeamActions(facts: CrossTeamFacts, actor: ActorFacts): AllowedAction[] {
  return [
    actionOf('fill', decide(facts, 'fill', actor)),
    actionOf('refuse', decide(facts, 'refuse', actor)),
    actionOf('verify', voteOf(facts, actor)),
    actionOf('cancel', decide(facts, 'cancel', actor)),
  ];
}

/** Verify is one action with two parts: allowed if either part is, else refused with the code of the user's own part. */
function voteOf(facts: CrossTeamFacts, actor: ActorFacts): CrossTeamDecision {
  const votes = (['approve_source', 'approve_security'] satisfies PersonAction[]).map((action) =>
    decide(facts, action, actor),
  );
  const allowed = votes.find((vote) => vote.refusal === null);
  const own = votes.find(
    (vote) => vote.refusal !== 'permission_denied' && vote.refusal !== 'out_of_scope_project',
  );
  return (allowed ?? own ?? votes[0]) as CrossTeamDecision;
}

function actionOf(action: string, { refusal }: CrossTeamDecision): AllowedAction {
  return { action, allowed: refusal === null, reason: refusal };
}
