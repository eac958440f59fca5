import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Caller } from '#libs/permissions';
import { ADMIN_GRANT, openTenancyWorld, type TenancyWorld } from './testing/tenancy-world.js';

const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
let world: TenancyWorld;
let admin: Caller;

beforeAll(async () => {
  world = await openTenancyWorld();
  admin = await world.caller([ADMIN_GRANT]);
});
afterAll(() => world.db.drop());

async function team(name: string, parentId: string | null = null): Promise<string> {
  return (await world.teams.create(admin, { name, parentId })).id;
}

/** Returns every (ancestor, descendant, depth) of the closure table. */
async function closure(ids: readonly string[]): Promise<string[]> {
  const sql = `SELECT ancestor_id || ' ' || descendant_id || ' ' || depth AS line FROM team_closure
    WHERE descendant_id = ANY ($1::uuid[])`;
  return (await world.db.database.query<{ line: string }>(sql, [ids])).map((row) => row.line).sort();
}

/** Returns the same rows, computed from the parents. */
function modelClosure(parents: ReadonlyMap<string, string | null>): string[] {
  const lines: string[] = [];
  for (const id of parents.keys()) {
    let depth = 0;
    for (let above: string | null = id; above !== null; above = parents.get(above) ?? null, depth += 1) {
      lines.push(`${above} ${id} ${depth}`);
    }
  }
  return lines.sort();
}

function isWithin(parents: ReadonlyMap<string, string | null>, id: string, teamId: string): boolean {
  for (let above: string | null = id; above !== null; above = parents.get(above) ?? null) {
    if (above === teamId) return true;
  }
  return false;
}

describe('the team tree', () => {
  it('keeps its closure table correct under random moves, and rejects every cycle', async () => {
    const moves = fc.array(fc.tuple(fc.nat(9), fc.option(fc.nat(9), { freq: 5 })), {
      minLength: 12,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(moves, async (steps) => {
        const parents = new Map<string, string | null>();
        for (let index = 0; index < 10; index += 1) {
          const above = index % 3 === 0 ? null : ([...parents.keys()][index - 1] ?? null);
          parents.set(await team(`t${index}`, above), above);
        }
        const ids = [...parents.keys()];
        for (const [from, to] of steps) {
          const [id, parentId] = [ids[from] as string, to === null ? null : (ids[to] as string)];
          const cycle = parentId !== null && isWithin(parents, parentId, id);
          const moved = world.teams.update(admin, id, { parentId });
          if (cycle) await expect(moved).rejects.toMatchObject({ code: 'team_cycle', kind: 'invalid' });
          else await expect(moved).resolves.toMatchObject({ parent_id: parentId });
          if (!cycle) parents.set(id, parentId);
          expect(await closure(ids)).toEqual(modelClosure(parents));
        }
      }),
      { numRuns: 8 },
    );
  });

  it('allows only one of two concurrent moves that would form a cycle', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await team('a'), await team('b')];
      const [belowA, belowB] = [await team('below a', a), await team('below b', b)];
      const outcomes = await Promise.allSettled([
        world.teams.update(admin, a, { parentId: belowB }),
        world.teams.update(admin, b, { parentId: belowA }),
      ]);
      const codes = outcomes.map((outcome) =>
        outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'moved',
      );
      expect(codes.sort()).toEqual(['moved', 'team_cycle']);
      expect(await closure([a, b, belowA, belowB])).toHaveLength(10);
    }
  });

  it('keeps the closure table correct when teams are created below a team being moved', async () => {
    const [a, b, root] = [await team('a'), await team('b'), await team('root')];
    const [, ...made] = await Promise.all([
      world.teams.update(admin, a, { parentId: root }),
      ...Array.from({ length: 8 }, (_, index) => team(`child ${index}`, a)),
      world.teams.update(admin, root, { parentId: b }).then(() => b),
    ]);
    const parents = new Map<string, string | null>([
      [b, null],
      [root, b],
      [a, root],
    ]);
    for (const id of made.slice(0, -1)) parents.set(id, a);
    expect(await closure([...parents.keys()])).toEqual(modelClosure(parents));
  });

  it('reports which team is missing or archived', async () => {
    const archived = await team('old');
    await world.teams.setStatus(admin, archived, 'archived');
    const open = await team('open');
    await expect(team('x', UNKNOWN)).rejects.toMatchObject({ code: 'team_not_found', kind: 'not_found' });
    await expect(team('x', archived)).rejects.toMatchObject({ code: 'team_archived', kind: 'conflict' });
    await expect(world.teams.update(admin, UNKNOWN, { name: 'x' })).rejects.toMatchObject({
      code: 'team_not_found',
    });
    await expect(world.teams.update(admin, open, { parentId: UNKNOWN })).rejects.toMatchObject({
      code: 'team_not_found',
    });
    await expect(world.teams.update(admin, open, { parentId: archived })).rejects.toMatchObject({
      code: 'team_archived',
    });
    await expect(world.teams.update(admin, open, { parentId: open })).rejects.toMatchObject({
      code: 'team_cycle',
    });
    await expect(world.teams.setStatus(admin, UNKNOWN, 'archived')).rejects.toMatchObject({
      code: 'team_not_found',
    });
    await expect(world.readModel.getTeam(UNKNOWN)).rejects.toMatchObject({ code: 'team_not_found' });
  });

  it('changes only the given members, and records the editor', async () => {
    const parent = await team('parent');
    const child = await team('child', parent);
    await world.teams.update(admin, child, { name: 'renamed' });
    expect(await world.readModel.getTeam(child)).toMatchObject({
      name: 'renamed',
      parent_id: parent,
      status: 'active',
    });
    await world.teams.setStatus(admin, child, 'archived');
    expect(await world.audited(`team:${child}`)).toMatchObject([
      {
        action: 'team.create',
        actor: `user:${admin.userId}`,
        metadata: { name: 'child', parent_id: parent },
      },
      { action: 'team.update', metadata: { name: 'renamed', parent_id: parent } },
      { action: 'team.update', metadata: { status: 'archived', old_status: 'active' } },
    ]);
  });

  it('returns the team ids of a project from the nearest to the root', async () => {
    const root = await team('root');
    const middle = await team('middle', root);
    const leaf = await team('leaf', middle);
    const db = world.db.database;
    expect(await world.places.team(db, leaf)).toEqual({
      teamId: leaf,
      projectId: null,
      status: 'active',
      teamIds: [leaf, middle, root],
    });
    expect(await world.places.team(db, UNKNOWN)).toBeNull();
  });
});
