import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsBoolean, IsIn, IsOptional, Matches } from 'class-validator';
import { httpErrors } from '#libs/core';
import {
  REQUEST_STATUSES,
  type RequestFilter,
  type RequestOrder,
  type RequestStatus,
  type RequestType,
} from '#libs/requests';
import { IfPresent, IsId } from '../http/fields.js';
import { instantOf, IsInstant } from '../http/is-instant.js';
import { PageQuery } from '../http/page.dto.js';

const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** What an answer about requests may hold beside their rows. */
export class RequestQuery {
  /** `names` to include the names of everything that the request refers to by id. */
  @IsOptional()
  @IsIn(['names'])
  expand?: 'names';
}

export class RequestsQuery extends PageQuery {
  /** `names` to include the names of everything that a request refers to by id. */
  @IsOptional()
  @IsIn(['names'])
  expand?: 'names';

  @IsOptional()
  @IsId()
  requester_id?: string;

  /** Any of these statuses; repeat the parameter for several. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value))
  @ArrayMaxSize(REQUEST_STATUSES.length)
  @IsIn(REQUEST_STATUSES, { each: true })
  status?: RequestStatus | RequestStatus[];

  @IsOptional()
  @IsIn(['patch', 'read', 'cross_team'])
  type?: RequestType;

  @IfPresent()
  @IsIn(['read', 'patch', 'reveal'])
  operation?: 'read' | 'patch' | 'reveal';

  /** True for direct reveals only, false for all other requests. */
  @IfPresent()
  @Transform(({ value }: { value: unknown }) => FLAGS.get(value) ?? value)
  @IsBoolean()
  direct?: boolean;

  @IsOptional()
  @IsId()
  project_id?: string;

  @IfPresent()
  @IsId()
  environment_id?: string;

  @IfPresent()
  @IsId()
  provider_connection_id?: string;

  /** Prefix of the reference; orders by the first 500 characters of the reference, then oldest first. */
  @IfPresent()
  @Matches(/^\P{Cc}{1,1024}$/u, { message: 'must be 1 to 1024 characters without control characters' })
  ref_prefix?: string;

  /** Submitted at this time or later. */
  @IfPresent()
  @IsInstant()
  since?: string;

  /** Submitted before this time. */
  @IfPresent()
  @IsInstant()
  until?: string;

  /** Oldest first, newest first (`-created_at`), or by expiry (`expires_at`); not together with `ref_prefix`. */
  @IfPresent()
  @IsIn(['created_at', '-created_at', 'expires_at'])
  order?: 'created_at' | '-created_at' | 'expires_at';

  filter(): RequestFilter {
    return {
      requesterId: this.requester_id,
      statuses: [this.status ?? []].flat(),
      type: this.type,
      operation: this.operation,
      direct: this.direct,
      projectId: this.project_id,
      environmentId: this.environment_id,
      connectionId: this.provider_connection_id,
      refPrefix: this.ref_prefix,
      since: this.since === undefined ? undefined : instantOf(this.since),
      until: this.until === undefined ? undefined : instantOf(this.until),
    };
  }

  /** @throws DomainError validation_failed for two orders */
  sortedBy(): RequestOrder {
    if (this.ref_prefix === undefined) return this.order ?? 'created_at';
    if (this.order === undefined) return 'ref';
    throw httpErrors.invalidField('order', 'must not be given with ref_prefix');
  }
}
