import { IsOptional } from 'class-validator';
import type { ProjectRow, Status } from '#libs/tenancy';
import { IfPresent, IsDescription, IsId, IsName } from '../http/fields.js';

export class CreateProjectBody {
  @IsName()
  name: string;

  @IsOptional()
  @IsId()
  team_id?: string | null;

  @IfPresent()
  @IsDescription()
  description?: string;
}

export class UpdateProjectBody {
  @IfPresent()
  @IsDescription()
  description?: string;

  /** Null to remove the project from its team; unchanged when absent. */
  @IsOptional()
  @IsId()
  team_id?: string | null;
}

export class ProjectResponse {
  id: string;
  name: string;
  description: string;
  team_id: string | null;
  status: Status;
  created_by: string;
  created_at: string;
  updated_at: string;

  static of(this: void, row: ProjectRow): ProjectResponse {
    const { id, name, description, team_id, status, created_by } = row;
    const times = { created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
    return { id, name, description, team_id, status, created_by, ...times };
  }
}
