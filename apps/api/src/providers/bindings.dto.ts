import { IsOptional, IsUUID } from 'class-validator';
import type { BindingRow } from '#libs/providers';

export class CreateBindingBody {
  @IsUUID()
  project_id: string;

  /** Absent or null binds every environment of the project. */
  @IsOptional()
  @IsUUID()
  environment_id?: string | null;
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
