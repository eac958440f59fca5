import { IsOptional } from 'class-validator';
import { type BindingPlace, type BindingRow, providerErrors } from '#libs/providers';
import { IfPresent, IsId } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

export class CreateBindingBody {
  @IsId()
  project_id: string;

  /** Absent or null to bind every environment of the project. */
  @IsOptional()
  @IsId()
  environment_id?: string | null;

  place(connectionId: string): BindingPlace {
    return { connectionId, projectId: this.project_id, environmentId: this.environment_id ?? null };
  }
}

export class CreateScopedBindingBody {
  @IsId()
  provider_connection_id: string;

  /** Required: only holders of integration.edit bind a whole project. */
  @IsOptional()
  @IsId()
  environment_id?: string | null;

  /** @throws DomainError environment_id_required */
  environmentId(): string {
    if (this.environment_id) return this.environment_id;
    throw providerErrors.environmentIdRequired();
  }
}

export class ProjectBindingsQuery extends PageQuery {
  /** Only bindings that apply to this environment. */
  @IfPresent()
  @IsId()
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
