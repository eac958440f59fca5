import { isIP } from 'node:net';
import type { Request } from 'express';

const MAX_USER_AGENT_LENGTH = 512;

/**
 * Where a sign-in comes from: the address as the trusted proxies report it (D60; null when that is none, since it is
 * stored), and what browser it says it is.
 */
export function signInOrigin(request: Pick<Request, 'ip' | 'get'>): {
  ip: string | null;
  userAgent: string | null;
} {
  const userAgent = request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
  const { ip = '' } = request;
  return { ip: isIP(ip) === 0 ? null : ip, userAgent };
}
