import type { EnvironmentRow, NamedRow } from './api-rows.js';
import type { Person } from './person.js';

/** Where the demonstration takes place. */
export interface Places {
  readonly team: NamedRow;
  readonly project: NamedRow;
  readonly dev: EnvironmentRow;
  readonly prod: EnvironmentRow;
}

/** Two teams, a project of one of them, and its two environments; whatever is there already is kept. */
export async function ensurePlaces(admin: Person): Promise<Places> {
  const team = await ensureTeam(admin, 'payments');
  await ensureTeam(admin, 'platform');
  const project = await admin.api.ensure<NamedRow>('/projects?limit=1000', named('checkout'), {
    name: 'checkout',
    team_id: team.id,
    description: 'The shop takes money here',
  });
  const dev = await ensureEnvironment(admin, project, { name: 'dev', type: 'dev', risk_level: 1 });
  const prod = await ensureEnvironment(admin, project, { name: 'prod', type: 'prod', risk_level: 4 });
  return { team, project, dev, prod };
}

function ensureTeam(admin: Person, name: string): Promise<NamedRow> {
  return admin.api.ensure<NamedRow>('/teams?limit=1000', named(name), { name });
}

function ensureEnvironment(
  admin: Person,
  project: NamedRow,
  facts: { name: string; type: string; risk_level: number },
): Promise<EnvironmentRow> {
  const path = `/environments?project_id=${project.id}&limit=1000`;
  return admin.api.ensure<EnvironmentRow>(path, named(facts.name), { project_id: project.id, ...facts });
}

function named(name: string): (row: NamedRow) => boolean {
  return (row) => row.name === name;
}
