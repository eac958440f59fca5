import type { Grant } from '#libs/permissions';
import type { ActorFacts } from '#libs/requests';
import type { CrossTeamFacts } from '../domain/cross-team-decision.js';
import { type Relation, type Snapshot, type Stage, STAGES } from '../domain/cross-team-stage.js';

const EVERYTHING: Grant[] = (
  ['secret.request', 'secret.value.provide', 'secret.approve', 'secret.security.approve'] as const
).map((permission) => ({ permission, scope: {} }));

/** Returns a user who holds every permission, so that only their relation to the request can prevent an action. */
export function actorWithEveryPermission(userId: string): ActorFacts {
  return { userId, grants: EVERYTHING };
}

/** The snapshots under which a stage can occur; all of them for the others. */
const ONLY: Partial<Record<Stage, Snapshot[]>> = {
  awaiting_source: ['source_vote'],
  awaiting_both: ['both_votes'],
  awaiting_security: ['both_votes'],
  awaiting_source_last: ['both_votes'],
  rejected: ['source_vote', 'both_votes'],
};

export function snapshotsOf(stage: Stage): readonly Snapshot[] {
  return ONLY[stage] ?? ['no_vote', 'source_vote', 'both_votes'];
}

/** Returns whether a user can have that relation to a request in this stage, or in an ended one at any earlier time. */
export function occursIn(stage: Stage, relation: Relation, snapshot: Snapshot): boolean {
  if (relation === 'requester' || relation === 'other') return true;
  const beforeFill: Stage[] = ['awaiting_values', 'overdue', 'refused', 'expired', 'cancelled'];
  if (beforeFill.includes(stage)) return false;
  if (relation === 'filler') return true;
  const votes = votesIn(stage, snapshot);
  return relation === 'source_voter' ? votes.source : votes.security;
}

function votesIn(stage: Stage, snapshot: Snapshot): { source: boolean; security: boolean } {
  if (stage === 'awaiting_security') return { source: true, security: false };
  if (stage === 'awaiting_source_last') return { source: false, security: true };
  const through = ['approved', 'executed', 'failed'].includes(stage);
  return { source: through && snapshot !== 'no_vote', security: through && snapshot === 'both_votes' };
}

/** Returns a request in this stage, in which each user's id is their relation. */
export function factsIn(stage: Stage, snapshot: Snapshot): CrossTeamFacts {
  const has = (relation: Relation): string[] => (occursIn(stage, relation, snapshot) ? [relation] : []);
  return {
    status: STAGES[stage],
    overdue: stage === 'overdue',
    minApprovers: snapshot === 'no_vote' ? 0 : 1,
    requiresSecurityApproval: snapshot === 'both_votes',
    requesterId: 'requester',
    fillerId: has('filler')[0] ?? null,
    sourceVoterIds: has('source_voter'),
    securityVoterIds: has('security_voter'),
    validVoterIds: ['source_voter', 'security_voter'],
    source: { projectId: 'shop', teamIds: ['sales', 'company'] },
    targetTeam: { projectId: null, teamIds: ['platform', 'company'] },
  };
}
