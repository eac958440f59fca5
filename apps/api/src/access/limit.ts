import { SetMetadata } from '@nestjs/common';
import type { Permission } from '#libs/permissions';

/** A fixed window, counted per source address, signed-in user or agent; refused calls count (D71). */
export interface Limit {
  readonly bucket: string;
  readonly per: 'address' | 'user' | 'agent';
  readonly limit: number;
  readonly windowSeconds: number;
  /** Go on uncounted while the cache is away: only for routes without credentials or values (D83). */
  readonly openWithoutCache?: true;
  /** Whoever holds this without a scope is not counted. */
  readonly exempt?: Permission;
}

export const LIMIT = Symbol('limit');

/** Limits how often the handler may be called. */
export const Limited = (limit: Limit): MethodDecorator => SetMetadata(LIMIT, limit);
