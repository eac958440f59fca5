import type { Grant } from '../../api/queries/grants.js';
import type { Project } from '../../api/queries/projects.js';
import type { Team } from '../../api/queries/teams.js';
import type { TeamRow } from '../../pictures/team-row.js';
import { teamIdsOf, treeOf } from '../../places/team-tree.js';

export interface TeamRowsInput {
  readonly teams: readonly Team[];
  readonly projects: readonly Project[];
  readonly held: readonly Grant[];
  /** The grant whose teams are lit. */
  readonly grant: Grant | undefined;
  /** Shows archived teams, too; those above an active one are always shown. */
  readonly archived: boolean;
}

/** Returns the rows of the tree of teams. */
export function teamRows({ teams, projects, held, grant, archived }: TeamRowsInput): readonly TeamRow[] {
  const grantsAt = countBy(held, ({ scope }) => scope.team_id);
  const projectsOf = countBy(
    projects.filter(({ status }) => status === 'active'),
    ({ team_id }) => team_id ?? undefined,
  );
  const kept = new Set(
    teams.filter(({ status }) => archived || status === 'active').flatMap(({ id }) => teamIdsOf(teams, id)),
  );
  return treeOf(teams.filter(({ id }) => kept.has(id))).map((row) => {
    const [id, ...above] = teamIdsOf(teams, row.team.id) as [string, ...string[]];
    return {
      ...row,
      above,
      projects: projectsOf.get(id) ?? 0,
      grantsHere: grantsAt.get(id) ?? 0,
      inherited: above.reduce((sum, each) => sum + (grantsAt.get(each) ?? 0), 0),
      lit: grant !== undefined && [id, ...above].includes(grant.scope.team_id!),
    };
  });
}

function countBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
