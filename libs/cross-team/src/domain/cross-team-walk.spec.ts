import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomCases } from '../../../../test/support/random-cases.js';
import { SpecifiedRequest } from '../testing/specified-request.js';
import { actorWithEveryPermission, factsIn } from '../testing/staged-facts.js';
import { type Step, WALK_ACTORS, walks } from '../testing/walk.js';
import { type CrossTeamFacts, decide, snapshotOf, stageOf } from './cross-team-decision.js';
import { type Action, type Snapshot, type Stage, STAGES } from './cross-team-stage.js';
import { CROSS_TEAM_TABLE, nextStage } from './cross-team-table.js';

/** Sequences of acts and events. */
const RUNS = randomCases(500, 20_000);
const TERMINAL = ['executed', 'failed', 'refused', 'rejected', 'cancelled', 'expired'];

/** The pure machine with its facts kept beside it, as rows keep them. */
class Machine {
  facts: CrossTeamFacts;

  constructor(snapshot: Snapshot) {
    this.facts = { ...factsIn('awaiting_values', snapshot), requesterId: WALK_ACTORS[0] };
  }

  take(step: Step): string {
    if ('happens' in step) return this.happen(step.happens);
    const { who, does } = step;
    const { overdue, status } = this.facts;
    const decision = decide(this.facts, does, actorWithEveryPermission(who));
    if (decision.refusal !== null) {
      if (status === 'pending_values' && overdue) this.move('expired');
      return decision.refusal;
    }
    if (does === 'fill') this.facts = { ...this.facts, fillerId: who };
    const voted = (ids: readonly string[], action: Action) => (does === action ? [...ids, who] : ids);
    this.facts = {
      ...this.facts,
      sourceVoterIds: voted(this.facts.sourceVoterIds, 'approve_source'),
      securityVoterIds: voted(this.facts.securityVoterIds, 'approve_security'),
      validVoterIds: [...this.facts.validVoterIds, who],
    };
    this.move(decision.next);
    return 'ok';
  }

  private happen(event: Extract<Step, { happens: string }>['happens']): string {
    if (event === 'time') this.facts = { ...this.facts, overdue: this.facts.status === 'pending_values' };
    else {
      const action = (
        { sweep: 'expire', success: 'succeed', failure: 'fail', removal: 'remove_place' } as const
      )[event];
      const row = CROSS_TEAM_TABLE.find(
        (each) => each.stage === stageOf(this.facts) && each.action === action,
      )!;
      if (row.outcome.kind === 'done') this.move(nextStage(row.outcome.next, snapshotOf(this.facts)));
    }
    return 'ok';
  }

  private move(stage: Stage): void {
    this.facts = { ...this.facts, status: STAGES[stage] };
  }
}

function follow(model: SpecifiedRequest, step: Step): string {
  if ('who' in step) return model.act(step.does, step.who);
  if (step.happens === 'time') model.overdue ||= model.status === 'pending_values';
  if (step.happens === 'sweep') model.settle();
  if (step.happens === 'success') model.report(true);
  if (step.happens === 'failure') model.report(false);
  if (step.happens === 'removal') model.removePlace();
  return 'ok';
}

describe('the cross-team state machine under random actions and events', () => {
  it('follows the specification and never leaves a terminal status', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(walks, ({ snapshot, steps }) => {
        const machine = new Machine(snapshot);
        const model = new SpecifiedRequest(
          WALK_ACTORS[0],
          snapshot === 'no_vote' ? 0 : 1,
          snapshot === 'both_votes',
        );
        for (const step of steps) {
          const before = machine.facts.status;
          expect([step, machine.take(step)]).toEqual([step, follow(model, step)]);
          expect(machine.facts.status).toBe(model.status);
          if (TERMINAL.includes(before)) expect(machine.facts.status).toBe(before);
          reached.add(machine.facts.status);
        }
      }),
      { numRuns: RUNS },
    );
    // The walks are worth something only if they get everywhere.
    expect([...reached].sort()).toEqual([...new Set(Object.values(STAGES))].sort());
  }, 600_000);
});
