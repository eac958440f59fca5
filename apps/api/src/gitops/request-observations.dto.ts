import { IsOptional } from 'class-validator';
import type { ObservationRow } from '#libs/gitops';
import { IsId } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

export class RequestObservationsQuery extends PageQuery {
  /** Must be the caller. */
  @IsOptional()
  @IsId()
  user_id?: string;
}

/** A state in which an application was seen, and when it was last seen in it. */
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
