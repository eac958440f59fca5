import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PersonAction } from '../../libs/cross-team/src/domain/cross-team-stage.js';
import type { TestClient } from '../support/client.js';
import { codeOf, type CrossTeamWorld, openCrossTeamWorld } from './cross-team-world.js';

const PARTS = ['requester', 'filler', 'source', 'security'] as const;
const DUTIES = '403 separation_of_duties_violated';

/** Returns every way in which the four parts can be shared out: by who is the same person as whom (15 of them). */
function casts(): number[][] {
  let all: number[][] = [[]];
  for (const _part of PARTS)
    all = all.flatMap((cast) =>
      Array.from({ length: Math.max(-1, ...cast) + 2 }, (_, person) => [...cast, person]),
    );
  return all;
}

/**
 * Returns the part in which somebody first stands in another's way, by the specification's table; null when nobody
 * does.
 */
function expected(
  [requester, filler, source, security]: number[],
  order: PersonAction[],
): [PersonAction, string] | null {
  if (filler === requester) return ['fill', DUTIES];
  const voters = { approve_source: source, approve_security: security } as Record<string, number>;
  const voted: number[] = [];
  for (const action of order) {
    const voter = voters[action]!;
    if (voter === requester || voter === filler) return [action, DUTIES];
    // Whoever has voted gets duplicate_vote, but a source approver who votes as security (D69).
    if (voted.includes(voter)) return [action, action === 'approve_security' ? DUTIES : '409 duplicate_vote'];
    voted.push(voter);
  }
  return null;
}

describe('separation of duties, over every way to cast the parts', () => {
  let world: CrossTeamWorld;
  let people: TestClient[];
  beforeAll(async () => {
    world = await openCrossTeamWorld();
    people = Object.values(world.people);
  }, 180_000);
  afterAll(() => world?.close());

  const orders: PersonAction[][] = [
    ['approve_source', 'approve_security'],
    ['approve_security', 'approve_source'],
  ];
  const cases = orders.flatMap((order) => casts().map((cast) => ({ order, cast, name: cast.join('') })));

  it('covers thirty cases', () => {
    expect(cases).toHaveLength(30);
    expect(cases.filter(({ cast, order }) => expected(cast, order) === null)).toHaveLength(2);
  });

  it.each(cases)(
    'requester, filler, source, security as $name, votes in the order $order',
    async ({ order, cast }) => {
      const [requester, filler, source, security] = cast.map((person) => people[person]!);
      const { id } = await world.submit('both_votes', {}, requester);
      const who = { fill: filler!, approve_source: source!, approve_security: security! } as Record<
        string,
        TestClient
      >;
      let refused: [PersonAction, string] | null = null;
      for (const action of ['fill', ...order] as PersonAction[]) {
        const answer = await world.act(id, action, who[action]!);
        if (answer.status === 200) continue;
        refused = [action, codeOf(answer)];
        break;
      }
      expect(refused).toEqual(expected(cast, order));
      const { status } = await world.read(id, requester);
      const jobs = await world.sql('SELECT 1 FROM jobs WHERE request_id = $1', [id]);
      expect([status === 'approved', jobs.length]).toEqual(refused ? [false, 0] : [true, 1]);
    },
  );
});
