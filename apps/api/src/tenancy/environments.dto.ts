import { IsIn, IsInt, Max, Min } from 'class-validator';
import { ENVIRONMENT_KINDS, type EnvironmentKind } from '#libs/policy-engine';
import { ENVIRONMENT_TYPES, type EnvironmentRow, type EnvironmentType } from '#libs/tenancy';
import { IfPresent, IsDescription, IsId, IsName } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

export class CreateEnvironmentBody {
  @IsId()
  project_id: string;

  @IsName()
  name: string;

  @IsIn(ENVIRONMENT_TYPES)
  type: EnvironmentType;

  /** Defaults to `prod` for the type `prod`, else `non_prod`. */
  @IfPresent()
  @IsIn(ENVIRONMENT_KINDS)
  kind?: EnvironmentKind;

  @IsInt()
  @Min(0)
  @Max(4)
  risk_level: number;

  @IfPresent()
  @IsDescription()
  description?: string;
}

/** The changeable members of an environment. */
export class UpdateEnvironmentBody {
  @IfPresent()
  @IsDescription()
  description?: string;

  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(4)
  risk_level?: number;
}

export class EnvironmentsQuery extends PageQuery {
  @IfPresent()
  @IsId()
  project_id?: string;
}

export class EnvironmentResponse {
  id: string;
  project_id: string;
  name: string;
  type: EnvironmentType;
  kind: EnvironmentKind;
  risk_level: number;
  description: string;
  created_at: string;
  updated_at: string;

  static of(this: void, row: EnvironmentRow): EnvironmentResponse {
    const { id, project_id, name, type, kind, risk_level, description } = row;
    const times = { created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
    return { id, project_id, name, type, kind, risk_level, description, ...times };
  }
}
