import type { AuditEvent } from '#libs/audit';
import type { CliRequest } from './cli-requests.js';

/** Why a command-line sign-in was denied. */
export type CliDenial = 'refused' | 'mismatch' | 'session_ended' | 'user_disabled';

/** The audit events of command-line sign-in. Host, user and version are as reported by the command line. */
export const cliEvents = {
  signedIn: (
    request: CliRequest,
    session: { id: string; userId: string; allowedBy: string; ip: string | null },
  ): AuditEvent => ({
    actor: `user:${session.userId}`,
    action: 'auth.cli.login',
    resource: `user:${session.userId}`,
    status: 'success',
    metadata: {
      session_id: session.id,
      allowed_by_session_id: session.allowedBy,
      ip: session.ip,
      ...factsOf(request),
    },
  }),
  denied: (request: CliRequest, userId: string, kind: CliDenial): AuditEvent => ({
    actor: `user:${userId}`,
    action: 'auth.cli.login',
    resource: `user:${userId}`,
    status: 'denied',
    metadata: { error_kind: kind, ...factsOf(request) },
  }),
} as const;

function factsOf({ client, address, redirectUri }: CliRequest): Record<string, unknown> {
  const { host, user, version } = client;
  const way = redirectUri === null ? 'device' : 'browser';
  return { host, os_user: user, client_version: version, begun_from: address, way };
}
