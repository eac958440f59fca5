import { type Client, dataOf } from '#client';
import { EXIT, failureOf } from '../exit.js';
import { whenOf } from '../output/time.js';
import { fail, type Finding, ok, warn } from './finding.js';

/** Reports the signed-in user, the session's expiry and the second factors, which workloads don't have. */
export async function checkSession(api: Client): Promise<Finding[]> {
  try {
    const { email, kind, session, mfa } = await dataOf(api.GET('/api/v1/users/me'));
    const ends = session === null ? '' : `, ends ${whenOf(session.expires_at)}`;
    const idle = session === null ? '' : ` (${whenOf(session.idle_expires_at)} when nothing is called)`;
    const found = ok('session', `${email}${ends}${idle}`);
    if (kind === 'workload') return [found];
    const factors = await dataOf(api.GET('/api/v1/users/me/mfa/factors'));
    return [found, ok('second factor', freshnessOf(mfa.fresh_until)), factorsFinding(factors)];
  } catch (error) {
    const { exit, message } = failureOf(error);
    const over = 'it has ended: countersign login';
    return [fail('session', exit === EXIT.notSignedIn ? over : message)];
  }
}

function freshnessOf(until: string | null): string {
  const fresh = until !== null && Date.parse(until) > Date.now();
  return fresh ? `verified, expires ${whenOf(until)}` : 'required when a command needs it';
}

function factorsFinding(factors: readonly { kind: string; label: string }[]): Finding {
  const labels = factors.map(({ kind, label }) => `${label} (${kind})`).join(', ');
  if (factors.length === 0) return warn('factors', 'none enrolled: nothing can be revealed or decided');
  if (factors.length === 1) return warn('factors', `${labels} alone: enroll another before it is lost`);
  return ok('factors', labels);
}
