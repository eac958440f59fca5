import { IsIn, IsOptional } from 'class-validator';
import { type Status, STATUSES, type TeamRow } from '#libs/tenancy';
import { IfPresent, IsId, IsName } from '../http/fields.js';

export class CreateTeamBody {
  @IsName()
  name: string;

  @IsOptional()
  @IsId()
  parent_id?: string | null;
}

export class UpdateTeamBody {
  @IfPresent()
  @IsName()
  name?: string;

  /** Null to make the team a root; unchanged when absent. */
  @IsOptional()
  @IsId()
  parent_id?: string | null;
}

export class StatusBody {
  @IsIn(STATUSES)
  status: Status;
}

export class TeamResponse {
  id: string;
  name: string;
  parent_id: string | null;
  status: Status;
  created_at: string;
  updated_at: string;

  static of(this: void, row: TeamRow): TeamResponse {
    const { id, name, parent_id, status } = row;
    return {
      id,
      name,
      parent_id,
      status,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }
}
