import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { pageRequest, type PageRequest } from '#libs/core';

/** The paging parameters of every list (D4). */
export class PageQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1000)
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
