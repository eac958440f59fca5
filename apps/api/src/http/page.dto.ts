import { IsOptional, IsString, MaxLength } from 'class-validator';
import { pageRequest, type PageRequest } from '#libs/core';
import { IsDecimal } from './fields.js';

/** The paging parameters of every list (D4). */
export class PageQuery {
  @IsOptional()
  @IsDecimal(1, 1000)
  limit?: number;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  cursor?: string;

  /** @throws DomainError validation_failed for a cursor that is not from this service */
  page(): PageRequest {
    return pageRequest(this);
  }
}
