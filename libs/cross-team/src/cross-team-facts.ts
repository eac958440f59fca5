import { type AccessRequest, validVotersOf } from '#libs/requests';
import type { CrossTeamFacts } from './domain/cross-team-decision.js';

/** Returns the facts for the pure decisions, from the row. */
export function crossTeamFacts(request: AccessRequest): CrossTeamFacts {
  return {
    status: request.stored_status,
    overdue: request.status === 'expired',
    minApprovers: request.min_approvers,
    requiresSecurityApproval: request.requires_security_approval,
    requesterId: request.requester_id,
    fillerId: request.filled_by_user_id,
    sourceVoterIds: votersAs(request, 'source'),
    securityVoterIds: votersAs(request, 'security'),
    validVoterIds: validVotersOf(request),
    source: { projectId: request.project_id, teamIds: request.team_ids },
    targetTeam: { projectId: null, teamIds: request.target_team_ids },
  };
}

function votersAs({ votes }: AccessRequest, part: 'source' | 'security'): string[] {
  return votes.filter((vote) => vote.voted_as === part).map((vote) => vote.voter_id);
}
