import {
  type Grant,
  holdsAnywhere,
  holdsAt,
  holdsGlobally,
  type Permission,
  type Place,
} from '#libs/coverage';
import type { ActorFacts, RequestStatus } from '#libs/requests';
import { type PersonAction, type Relation, type Snapshot, type Stage, STAGES } from './cross-team-stage.js';
import { nextStage, outcomeOf, type TableRefusal } from './cross-team-table.js';

/** Codes with which an action on a cross-team request is refused. */
export type CrossTeamRefusal =
  | TableRefusal
  | 'permission_denied'
  | 'out_of_scope_team'
  | 'out_of_scope_project'
  | 'request_status_invalid_transition';

/** What the decision looks at. `status` is the stored one. */
export interface CrossTeamFacts {
  readonly status: RequestStatus;
  readonly windowOver: boolean;
  readonly minApprovers: number;
  readonly requiresSecurityApproval: boolean;
  readonly requesterId: string;
  readonly fillerId: string | null;
  readonly sourceVoterIds: readonly string[];
  readonly securityVoterIds: readonly string[];
  readonly source: Place;
  readonly targetTeam: Place;
}

export type CrossTeamDecision =
  | { readonly refusal: CrossTeamRefusal; readonly permission: Permission | null }
  | { readonly refusal: null; readonly next: Stage };

/** The permission that an action needs, and over what; cancelling needs none but to be the requester. */
const AUTHORITY: Readonly<Record<PersonAction, Permission | null>> = {
  fill: 'secret.value.provide',
  refuse: 'secret.value.provide',
  cancel: null,
  approve_source: 'secret.approve',
  reject_source: 'secret.approve',
  approve_security: 'secret.security.approve',
  reject_security: 'secret.security.approve',
};

/** What comes of a person's action: authority first, then the table (D37). */
export function decide(facts: CrossTeamFacts, action: PersonAction, actor: ActorFacts): CrossTeamDecision {
  const permission = AUTHORITY[action];
  const unauthorized = permission && refuseAuthority(facts, permission, actor.grants);
  if (unauthorized) return { refusal: unauthorized, permission };
  const outcome = outcomeOf(stageOf(facts), action, relationOf(facts, actor.userId));
  if (outcome.kind === 'done') return { refusal: null, next: nextStage(outcome.next, snapshotOf(facts)) };
  return {
    refusal: outcome.kind === 'refused' ? outcome.code : 'cross_team_status_invalid_transition',
    permission,
  };
}

function refuseAuthority(
  facts: CrossTeamFacts,
  permission: Permission,
  grants: readonly Grant[],
): CrossTeamRefusal | null {
  if (permission === 'secret.security.approve')
    return holdsGlobally(grants, permission) ? null : 'permission_denied';
  if (!holdsAnywhere(grants, permission)) return 'permission_denied';
  const [place, refusal] =
    permission === 'secret.approve'
      ? ([facts.source, 'out_of_scope_project'] as const)
      : ([facts.targetTeam, 'out_of_scope_team'] as const);
  return holdsAt(grants, permission, place) ? null : refusal;
}

/** Where the request stands. */
export function stageOf(facts: CrossTeamFacts): Stage {
  if (facts.status === 'pending_values') return facts.windowOver ? 'window_over' : 'awaiting_values';
  if (facts.status === 'pending_verification') return verificationStage(facts);
  if (facts.status in STAGES) return facts.status as Stage;
  throw new Error(`No cross-team request is ${facts.status}.`);
}

function verificationStage(facts: CrossTeamFacts): Stage {
  if (!facts.requiresSecurityApproval) return 'awaiting_source';
  if (facts.sourceVoterIds.length > 0) return 'awaiting_security';
  return facts.securityVoterIds.length > 0 ? 'awaiting_source_last' : 'awaiting_both';
}

/** What somebody has to do with the request already. */
function relationOf(facts: CrossTeamFacts, userId: string): Relation {
  if (userId === facts.requesterId) return 'requester';
  if (userId === facts.fillerId) return 'filler';
  if (facts.sourceVoterIds.includes(userId)) return 'source_voter';
  return facts.securityVoterIds.includes(userId) ? 'security_voter' : 'other';
}

/** Which votes were asked for at submit. */
export function snapshotOf(
  facts: Pick<CrossTeamFacts, 'minApprovers' | 'requiresSecurityApproval'>,
): Snapshot {
  if (facts.minApprovers === 0) return 'no_vote';
  return facts.requiresSecurityApproval ? 'both_votes' : 'source_vote';
}
