import type { Grant } from '#libs/permissions';
import type { ActorFacts } from '#libs/requests';
import type { CrossTeamFacts } from '../domain/cross-team-decision.js';
import { type Relation, type Snapshot, type Stage, STAGES } from '../domain/cross-team-stage.js';

const EVERYTHING: Grant[] = (
  ['secret.request', 'secret.value.provide', 'secret.approve', 'secret.security.approve'] as const
).map((permission) => ({ permission, scope: {} }));

/** Somebody who holds every permission: only what they have to do with the request can be in their way. */
export function almighty(userId: string): ActorFacts {
  return { userId, grants: EVERYTHING };
}

/** Which snapshots a stage can occur under; the rest of the stages under any. */
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

/** Returns whether somebody has that to do with a request in this stage; with one that has ended, as far as it got. */
export function occursIn(stage: Stage, relation: Relation, snapshot: Snapshot): boolean {
  if (relation === 'requester' || relation === 'other') return true;
  const beforeFill: Stage[] = ['awaiting_values', 'window_over', 'refused', 'expired', 'cancelled'];
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

/** Returns a request in this stage, on which each person has the id of their relation. */
export function factsIn(stage: Stage, snapshot: Snapshot): CrossTeamFacts {
  const has = (relation: Relation): string[] => (occursIn(stage, relation, snapshot) ? [relation] : []);
  return {
    status: STAGES[stage],
    overdue: stage === 'window_over',
    minApprovers: snapshot === 'no_vote' ? 0 : 1,
    requiresSecurityApproval: snapshot === 'both_votes',
    requesterId: 'requester',
    fillerId: has('filler')[0] ?? null,
    sourceVoterIds: has('source_voter'),
    securityVoterIds: has('security_voter'),
    countedVoterIds: ['source_voter', 'security_voter'],
    source: { projectId: 'shop', teamIds: ['sales', 'company'] },
    targetTeam: { projectId: null, teamIds: ['platform', 'company'] },
  };
}
