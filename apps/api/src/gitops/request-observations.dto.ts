import { IsOptional } from 'class-validator';
import type { ObservationRow } from '#libs/gitops';
import { IsId } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

export class RequestObservationsQuery extends PageQuery {
  /** Must be the caller's id. */
  @IsOptional()
  @IsId()
  user_id?: string;
}

/** An observed state of an application, with the time of its latest observation. */
export class ObservationResponse {
  application: string;
  endpoint_id: string;
  sync_status: string;
  health_status: string;
  revision: string | null;
  observed_at: string;

  static of(this: void, { id: _id, cursor_at: _, ...row }: ObservationRow): ObservationResponse {
    return { ...row, observed_at: row.observed_at.toISOString() };
  }
}
