import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type PersonAction,
  type Relation,
  type Snapshot,
  type Stage,
  STAGE_NAMES,
  STAGES,
} from '../../libs/cross-team/src/domain/cross-team-stage.js';
import {
  CROSS_TEAM_TABLE,
  nextStage,
  type Outcome,
} from '../../libs/cross-team/src/domain/cross-team-table.js';
import { occursIn, snapshotsOf } from '../../libs/cross-team/src/testing/staged-facts.js';
import { codeOf, type CrossTeamWorld, openCrossTeamWorld } from './cross-team-world.js';

const STATUS_OF = {
  not_requester: 403,
  separation_of_duties_violated: 403,
  duplicate_vote: 409,
  cross_team_already_filled: 409,
  cross_team_status_invalid_transition: 409,
  fill_window_expired: 410,
} as const;

interface Case {
  readonly action: PersonAction;
  readonly actor: Relation;
  readonly outcome: Outcome;
}

/** Returns every row for people who can be there, as the table says it. */
const casesIn = (stage: Stage, snapshot: Snapshot): Case[] =>
  CROSS_TEAM_TABLE.filter(
    (row) => row.stage === stage && row.actor !== 'system' && occursIn(stage, row.actor, snapshot),
  ) as Case[];

const leavesAlone = ({ outcome }: Case): boolean => outcome.kind === 'refused' && !outcome.next;

describe('the cross-team table over HTTP', () => {
  let world: CrossTeamWorld;
  beforeAll(async () => {
    world = await openCrossTeamWorld();
  }, 180_000);
  afterAll(() => world?.close());

  const expectedCode = ({ outcome }: Case): string =>
    outcome.kind === 'refused' ? `${STATUS_OF[outcome.code]} ${outcome.code}` : '200';
  const expectedStage = (stage: Stage, snapshot: Snapshot, { outcome }: Case): Stage => {
    if (outcome.kind === 'done') return nextStage(outcome.next, snapshot);
    return outcome.kind === 'refused' ? (outcome.next ?? stage) : stage;
  };
  const stored = async (id: string): Promise<string> =>
    (await world.sql('SELECT status FROM access_requests WHERE id = $1', [id]))[0].status;

  describe.each(STAGE_NAMES)('while a request is %s', (stage) => {
    const snapshots = snapshotsOf(stage);
    const having = (some: (one: Case) => boolean) =>
      snapshots.filter((each) => casesIn(stage, each).some(some));
    const refusing = having(leavesAlone);
    const moving = having((one) => !leavesAlone(one));

    for (const snapshot of refusing) {
      it(`with ${snapshot} required, refuses what the table refuses`, async () => {
        const id = await world.reach(stage, snapshot);
        const cases = casesIn(stage, snapshot).filter(leavesAlone);
        const answers = [];
        for (const each of cases) {
          const answer = await world.act(id, each.action, world.people[each.actor]);
          answers.push([each.action, each.actor, codeOf(answer)]);
        }
        expect(answers).toEqual(cases.map((each) => [each.action, each.actor, expectedCode(each)]));
        expect(await stored(id)).toBe(STAGES[stage]);
      });
    }

    for (const snapshot of moving) {
      it(`with ${snapshot} required, does what the table says`, async () => {
        for (const each of casesIn(stage, snapshot).filter((one) => !leavesAlone(one))) {
          const id = await world.reach(stage, snapshot);
          const answer = await world.act(id, each.action, world.people[each.actor]);
          const next = STAGES[expectedStage(stage, snapshot, each)];
          expect([each, codeOf(answer), await stored(id)]).toEqual([each, expectedCode(each), next]);
          expect((await world.read(id)).status).toBe(next);
        }
      });
    }

    it.each(snapshots)('with %s required, lists everybody’s allowed actions', async (snapshot) => {
      const id = await world.reach(stage, snapshot);
      const told = ['fill', 'refuse', 'cancel'];
      for (const each of casesIn(stage, snapshot).filter(({ action }) => told.includes(action))) {
        const { allowed_actions } = await world.read(id, world.people[each.actor]);
        const reason = each.outcome.kind === 'refused' ? each.outcome.code : null;
        const found = allowed_actions.find((one: { action: string }) => one.action === each.action);
        const expected = { action: each.action, allowed: reason === null, reason };
        expect([each.actor, found]).toEqual([each.actor, expected]);
      }
    });
  });
});
