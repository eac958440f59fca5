import { SetMetadata } from '@nestjs/common';

/** A fixed window, counted per source address, signed-in user or agent; refused calls count (D71). */
export interface Limit {
  readonly bucket: string;
  readonly per: 'address' | 'user' | 'agent';
  readonly limit: number;
  readonly windowSeconds: number;
}

export const LIMIT = Symbol('limit');

/** Limits how often the handler may be called. */
export const Limited = (limit: Limit): MethodDecorator => SetMetadata(LIMIT, limit);
