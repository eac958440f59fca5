import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Permission } from '#libs/permissions';
import type { AuthenticatedRequest } from './principal.js';
import { sourceAddress } from './source-address.js';

/** A fixed-window rate limit per source address, signed-in user or agent; refused calls count (D71). */
export interface Limit {
  /** Part of the counter's key: lower case letters, digits, `_`, `.` and `-`. */
  readonly bucket: string;
  readonly per: 'address' | 'user' | 'agent';
  readonly limit: number;
  readonly windowSeconds: number;
  /** Allows calls while the cache is unreachable: only for routes without credentials or values (D83). */
  readonly openWithoutCache?: true;
  /** Callers who hold this permission globally are exempt. */
  readonly exempt?: Permission;
}

export const LIMIT = Symbol('limit');

/** Declares the handler's rate limit. @throws RangeError for an invalid bucket */
export function Limited(limit: Limit): MethodDecorator {
  const { bucket, per, windowSeconds } = limit;
  if (!/^[a-z][a-z0-9_.-]{0,63}$/.test(bucket)) throw new RangeError(`${bucket}: not a name of a rate limit`);
  return applyDecorators(
    SetMetadata(LIMIT, limit),
    Throttle({
      default: {
        limit: limit.limit,
        ttl: windowSeconds * 1000,
        getTracker: (request) => trackerOf(request as AuthenticatedRequest, per),
        generateKey: (_context, tracker) => `${bucket}:${tracker}`,
      },
    }),
  );
}

function trackerOf(request: AuthenticatedRequest, per: Limit['per']): string {
  if (per === 'address') return sourceAddress(request);
  const tracker = per === 'user' ? request.caller?.userId : request.agent?.agentId;
  if (!tracker) throw new Error('A limit per user or agent needs a handler that authenticates one.');
  return tracker;
}
