import { IsUUID, Matches } from 'class-validator';
import type { MappingRow } from '#libs/gitops';

export class CreateMappingBody {
  @IsUUID()
  argocd_endpoint_id: string;

  /** The application's name at the endpoint. */
  @Matches(/^\P{Cc}{1,253}$/u, { message: 'must be 1 to 253 characters without control characters' })
  app_name: string;

  @IsUUID()
  project_id: string;

  @IsUUID()
  environment_id: string;
}

export class MappingResponse {
  id: string;
  argocd_endpoint_id: string;
  app_name: string;
  project_id: string;
  environment_id: string;
  created_at: string;

  static of(this: void, { cursor_at: _, ...row }: MappingRow): MappingResponse {
    return { ...row, created_at: row.created_at.toISOString() };
  }
}
