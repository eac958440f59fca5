import type { OwnSession } from '#libs/auth';

export class SessionResponse {
  id: string;
  /** Whether it is the session of this call. */
  current: boolean;
  created_at: string;
  expires_at: string;
  idle_expires_at: string;
  last_mfa_at: string | null;
  /** Network address at sign-in. */
  ip: string | null;
  user_agent: string | null;

  static of(this: void, session: OwnSession, currentId: string): SessionResponse {
    const { id, ip, user_agent } = session;
    return {
      id,
      current: id === currentId,
      created_at: session.created_at.toISOString(),
      expires_at: session.expires_at.toISOString(),
      idle_expires_at: session.idle_expires_at.toISOString(),
      last_mfa_at: session.last_mfa_at?.toISOString() ?? null,
      ip,
      user_agent,
    };
  }
}
