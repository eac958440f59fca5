import type { EnvironmentKind } from '#libs/policy-engine';
import type { EnvironmentType, ProjectWithEnvironments, Status } from '#libs/tenancy';

class InlineEnvironmentResponse {
  id: string;
  name: string;
  type: EnvironmentType;
  kind: EnvironmentKind;
  risk_level: number;
}

export class MyProjectResponse {
  id: string;
  name: string;
  team_id: string | null;
  status: Status;
  created_at: string;
  updated_at: string;
  environments: InlineEnvironmentResponse[];

  static of(this: void, row: ProjectWithEnvironments): MyProjectResponse {
    const { id, name, team_id, status, environments } = row;
    const times = { created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
    return { id, name, team_id, status, ...times, environments };
  }
}
