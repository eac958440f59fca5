import { IsOptional, IsUUID } from 'class-validator';
import type { BindingPlace, BindingRow } from '#libs/providers';
import { IfPresent } from '../http/if-present.js';
import { PageQuery } from '../http/page.dto.js';

export class CreateBindingBody {
  @IsUUID()
  project_id: string;

  /** Absent or null binds every environment of the project. */
  @IsOptional()
  @IsUUID()
  environment_id?: string | null;

  place(connectionId: string): BindingPlace {
    const environmentId = this.environment_id?.toLowerCase() ?? null;
    return { connectionId, projectId: this.project_id.toLowerCase(), environmentId };
  }
}

export class CreateScopedBindingBody {
  @IsUUID()
  provider_connection_id: string;

  /** Needed: project-wide bindings are for administrators of integrations. */
  @IsOptional()
  @IsUUID()
  environment_id?: string | null;
}

export class ProjectBindingsQuery extends PageQuery {
  /** Narrows to what this environment sees. */
  @IfPresent()
  @IsUUID()
  environment_id?: string;
}

export class BindingResponse {
  id: string;
  provider_connection_id: string;
  project_id: string;
  environment_id: string | null;
  environment_name: string | null;
  environment_kind: 'prod' | 'non_prod' | null;
  connection_name: string;
  connection_type: string;
  created_at: string;

  static of(this: void, { cursor_at: _, ...row }: BindingRow): BindingResponse {
    return { ...row, created_at: row.created_at.toISOString() };
  }
}
