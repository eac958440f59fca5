import type { TeamRow } from './team-row.js';

/** Returns what is told of a team beside its name. */
export function teamSummary({ team, projects, grantsHere, inherited, lit }: TeamRow): string {
  return [
    ...(team.status === 'archived' ? ['archived'] : []),
    ...(lit ? ['covered'] : []),
    projects === 1 ? '1 project' : `${projects} projects`,
    grantsHere === 1 ? '1 grant here' : `${grantsHere} grants here`,
    `${inherited} inherited`,
  ].join(' · ');
}
