import { Matches } from 'class-validator';
import type { MappingRow } from '#libs/gitops';
import { IsId } from '../http/fields.js';

export class CreateMappingBody {
  @IsId()
  argocd_endpoint_id: string;

  /** Name of the application at the endpoint. */
  @Matches(/^\P{Cc}{1,253}$/u, { message: 'must be 1 to 253 characters without control characters' })
  app_name: string;

  @IsId()
  project_id: string;

  @IsId()
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
