import { type AllowList, allowListed } from '#libs/tracing';
import { errorFields } from './error-fields.js';

const MAX_TEXT = 300;

/**
 * The allow-list of log fields, with the type of each. Everything else is dropped, so that logging the wrong object leaks
 * nothing. Before you add a field, make sure that it can contain neither input nor a secret.
 */
const KINDS = {
  actor: 'text',
  addr: 'text',
  agent_id: 'text',
  attempt: 'number',
  cause_code: 'text',
  cause_name: 'text',
  component: 'text',
  correlation_id: 'text',
  count: 'number',
  duration_ms: 'number',
  error_code: 'text',
  error_message: 'text',
  error_name: 'text',
  event: 'text',
  interval_ms: 'number',
  job_id: 'text',
  job_kind: 'text',
  method: 'text',
  migration: 'text',
  outcome: 'text',
  pid: 'number',
  port: 'number',
  provider_type: 'text',
  reason_code: 'text',
  request_id: 'text',
  resource: 'text',
  /** The route's template, never the path that was asked for. */
  route: 'text',
  schema_version: 'text',
  signal: 'text',
  stack: 'text',
  /** Verb and first table of a statement. */
  statement: 'text',
  statement_name: 'text',
  status: 'number',
  task: 'text',
  url_origin: 'text',
  /** Name of a configuration variable. */
  variable: 'text',
  version: 'text',
  waited_ms: 'number',
  /** A text of `config.warnings`; those name variables and never hold values. */
  warning: 'text',
} as const satisfies AllowList;

type Kinds = typeof KINDS;
type ValueOf<K extends keyof Kinds> = Kinds[K] extends 'number' ? number : string;

/** What a log call may carry. `err` is written as the fields of errorFields(). */
export type LogFields = { readonly [K in keyof Kinds]?: ValueOf<K> | null } & { readonly err?: unknown };

/** Returns the allow-listed fields of any object, with long texts cut. Never throws. */
export function allowedFields(given: unknown): Record<string, string | number> {
  if (typeof given !== 'object' || given === null) return {};
  try {
    const source = given as Record<string, unknown>;
    const error = given instanceof Error ? given : source['err'];
    const fields: Record<string, unknown> =
      error === undefined ? source : { ...source, ...errorFields(error) };
    return allowListed(KINDS, fields, cut);
  } catch {
    // A getter or proxy that throws must not take the process down with it.
    return {};
  }
}

function cut(text: string, name: string): string {
  const limit = name === 'stack' || name === 'error_message' ? MAX_TEXT * 10 : MAX_TEXT;
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
