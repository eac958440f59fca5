/** What is read of a team here. */
export interface TeamPlace {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
}

/** A team in the tree, with its depth from 1 on. */
export interface TreeRow<Team> {
  readonly team: Team;
  readonly level: number;
  /** Which of its siblings it is, from 1 on, and how many they are. */
  readonly position: number;
  readonly siblings: number;
  readonly hasBelow: boolean;
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Compares names as a person sorts them. */
export function compareNames(one: { readonly name: string }, other: { readonly name: string }): number {
  return byName.compare(one.name, other.name);
}

/** Returns the teams as rows of a tree, each followed by what lies below it. A team whose parent is left out is a root. */
export function treeOf<Team extends TeamPlace>(teams: readonly Team[]): readonly TreeRow<Team>[] {
  const known = new Set(teams.map(({ id }) => id));
  const below = new Map<string | null, Team[]>();
  for (const team of teams) {
    const parent = team.parent_id !== null && known.has(team.parent_id) ? team.parent_id : null;
    below.set(parent, [...(below.get(parent) ?? []), team]);
  }
  const rowsBelow = (parent: string | null, level: number): TreeRow<Team>[] =>
    (below.get(parent) ?? []).sort(compareNames).flatMap((team, index, siblings) => [
      {
        ...{ team, level, position: index + 1, siblings: siblings.length },
        hasBelow: below.has(team.id),
      },
      ...rowsBelow(team.id, level + 1),
    ]);
  return rowsBelow(null, 1);
}

/** Returns the ids of a team and those above it, nearest first; none for no team. */
export function teamIdsOf(teams: readonly TeamPlace[], id: string | null): readonly string[] {
  const parents = new Map(teams.map((team) => [team.id, team.parent_id]));
  const ids: string[] = [];
  for (let at = id; at !== null && !ids.includes(at); at = parents.get(at) ?? null) ids.push(at);
  return ids;
}

/** Returns the ids of a team and all below it. */
export function subtreeOf(teams: readonly TeamPlace[], id: string): ReadonlySet<string> {
  return new Set(teams.map((team) => team.id).filter((each) => teamIdsOf(teams, each).includes(id)));
}

/** Returns a team's name with those above it: "Platform › Core". */
export function pathOf(teams: readonly TeamPlace[], id: string): string {
  const names = new Map(teams.map((team) => [team.id, team.name]));
  return [...teamIdsOf(teams, id)]
    .reverse()
    .map((each) => names.get(each) ?? '…')
    .join(' › ');
}
