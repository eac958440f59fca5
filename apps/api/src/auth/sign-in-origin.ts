import { isIP } from 'node:net';
import type { Request } from 'express';

const MAX_USER_AGENT_LENGTH = 512;

/**
 * Returns the address of a sign-in as the trusted proxies report it (D60), null for any other text since it is stored,
 * and its User-Agent.
 */
export function signInOrigin(request: Pick<Request, 'ip' | 'get'>): {
  ip: string | null;
  userAgent: string | null;
} {
  const userAgent = request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
  const { ip = '' } = request;
  return { ip: isIP(ip) === 0 ? null : ip, userAgent };
}
