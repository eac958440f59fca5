import type { FieldError } from '#libs/core';

/** An Argo CD application as observed by an agent. */
export interface ObservedApplication {
  readonly name: string;
  readonly namespace: string;
  readonly project: string;
  /** Without credentials. */
  readonly repo_url: string | null;
  readonly path: string | null;
  readonly target_revision: string | null;
  /** Argo CD's sync status: Synced, OutOfSync, Unknown. */
  readonly sync_status: string;
  /** Argo CD's health status: Healthy, Progressing, Degraded, Suspended, Missing, Unknown. */
  readonly health_status: string;
  readonly revision: string | null;
  /** ISO 8601 in UTC. */
  readonly observed_at: string;
}

const MAX_APPLICATIONS = 1000;

type TextMember = Exclude<keyof ObservedApplication, 'observed_at'>;

/** The maximum length of each text, and whether it may be absent or null, as not every source has it. */
const TEXTS: Readonly<Record<TextMember, { readonly most: number; readonly optional?: true }>> = {
  name: { most: 253 },
  namespace: { most: 253 },
  project: { most: 253 },
  repo_url: { most: 2048, optional: true },
  path: { most: 1024, optional: true },
  target_revision: { most: 1024, optional: true },
  sync_status: { most: 100 },
  health_status: { most: 100 },
  revision: { most: 1024, optional: true },
};
const MEMBERS = new Set<string>([...Object.keys(TEXTS), 'observed_at']);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const LATEST = Date.UTC(9999, 11, 31);

/**
 * Validates the `applications` of a report: at most 1,000, without duplicates.
 *
 * @returns the first invalid member if there is one
 */
export function readObservedApplications(sent: unknown): ObservedApplication[] | FieldError {
  if (!Array.isArray(sent) || sent.length > MAX_APPLICATIONS)
    return fault('applications', `must be a list of at most ${MAX_APPLICATIONS} applications`);
  const seen = new Set<string>();
  const read: ObservedApplication[] = [];
  for (const [index, item] of sent.entries()) {
    const field = `applications.${index}`;
    const application = readApplication(item as unknown, field);
    if ('message' in application) return application;
    const key = `${application.namespace}\n${application.name}`;
    if (seen.has(key)) return fault(`${field}.name`, 'must not be named twice');
    seen.add(key);
    read.push(application);
  }
  return read;
}

function readApplication(item: unknown, field: string): ObservedApplication | FieldError {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return fault(field, 'must be an object');
  const members = item as Record<string, unknown>;
  for (const name in members) if (!MEMBERS.has(name)) return fault(field, 'holds an unknown member');
  const texts: Partial<Record<TextMember, string | null>> = {};
  for (const [name, rule] of Object.entries(TEXTS) as [TextMember, (typeof TEXTS)[TextMember]][]) {
    const text = readText(members[name], rule);
    if (text === undefined)
      return fault(`${field}.${name}`, `must be text of at most ${rule.most} characters`);
    texts[name] = text;
  }
  const observedAt = readInstant(members.observed_at);
  if (observedAt === null) return fault(`${field}.observed_at`, 'must be an ISO 8601 time with an offset');
  const application = { ...texts, observed_at: observedAt } as ObservedApplication;
  return { ...application, repo_url: withoutUserinfo(application.repo_url) };
}

/** Returns the text, null if it is absent, undefined if it is invalid. */
function readText(value: unknown, rule: { most: number; optional?: true }): string | null | undefined {
  if (rule.optional && (value === undefined || value === null || value === '')) return null;
  if (typeof value !== 'string' || value === '' || value.length > rule.most) return undefined;
  return /\p{Cc}/u.test(value) ? undefined : value;
}

/** Returns the time in UTC; null unless it is valid and from 1970 to 9999. */
function readInstant(value: unknown): string | null {
  if (typeof value !== 'string' || !INSTANT.test(value)) return null;
  const time = Date.parse(value);
  return time >= 0 && time < LATEST ? new Date(time).toISOString() : null;
}

/** Removes userinfo as in `https://user:token@host/repo`, so that the token is never stored. */
function withoutUserinfo(url: string | null): string | null {
  return url?.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1') ?? null;
}

function fault(field: string, message: string): FieldError {
  return { field, message };
}
