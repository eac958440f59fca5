import { readFileSync } from 'node:fs';
import type { Answer as AnswerNote, OpenapiDocument, Operation } from '../../tools/openapi/schema.js';
import type * as ResponseSchemas from './response-schemas.js';

const document = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as OpenapiDocument;
const JSON_TYPE = 'application/json';
/** In Jest, of the suite's environment. */
const { faultsOfBody } =
  'faultsOfBody' in globalThis
    ? (globalThis as unknown as typeof ResponseSchemas)
    : await import('./response-schemas.js');

/** Templates with the fewest parameters first: `/requests/inbox` is not `/requests/{id}`. */
const TEMPLATES = Object.keys(document.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

/** What any address can answer, whatever serves it; `internal_error` where a test breaks something on purpose. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  'internal_error',
  'route_not_found',
  'method_not_allowed',
  'validation_failed',
  'request_timeout',
  'dependency_unavailable',
]);

export interface Answered {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  /** The Content-Type; null without one. */
  readonly type: string | null;
  /** Parsed where it is JSON; anything but an object or an array where it is not. */
  readonly body: unknown;
}

/**
 * Compares an answer with docs/api/openapi.json: its status, its error code, its type, and the shape of its JSON body.
 * So every story over HTTP is a test of the description as well.
 *
 * @throws Error naming the operation and the difference
 */
export function assertDocumented(answer: Answered): void {
  const { fault } = judge(answer, EVERYWHERE);
  if (fault !== null) throw new Error(fault);
}

export interface Judgement {
  /** `POST /api/v1/requests/{id}/approve`; null where nothing is described. */
  readonly operation: string | null;
  /** What docs/api/openapi.json does not say; null for an answer as described. */
  readonly fault: string | null;
}

/** Returns the same without an exception. @param everywhere codes that any address can answer */
export function judge(answer: Answered, everywhere: ReadonlySet<string>): Judgement {
  const { method, path, status } = answer;
  const template = TEMPLATES.find(({ pattern }) => pattern.test(path))?.path ?? '';
  const described = document.paths[template]?.[method.toLowerCase()];
  if (!described) return { operation: null, fault: null };
  const operation = `${method} ${template}`;
  const code = codeOf(answer.body);
  if (status >= 400 && everywhere.has(code)) return { operation, fault: null };
  const place = `${operation} answered ${status} ${code}`;
  const note = noteOf(described, status);
  if (!note) return { operation, fault: `${place}, which docs/api/openapi.json does not say` };
  const faults = faultsOf(note, answer);
  const fault = faults === null ? null : `${place}, not as docs/api/openapi.json says: ${faults}`;
  return { operation, fault };
}

/** Returns the error code of a body in the envelope; empty for any other. */
export function codeOf(body: unknown): string {
  return (body as { error_code?: string } | null | undefined)?.error_code ?? '';
}

function faultsOf(note: AnswerNote, { type, body }: Answered): string | null {
  const described = Object.keys(note.content ?? {});
  const media = type?.split(';', 1)[0] ?? 'nothing';
  if (described.length > 0 && !described.includes(media)) return `its type is ${media}`;
  if (media !== JSON_TYPE) return null;
  const schema = note.content?.[JSON_TYPE]?.schema;
  return schema ? faultsOfBody(schema, body) : null;
}

function noteOf({ responses }: Operation, status: number): AnswerNote | undefined {
  const note = responses[String(status)];
  return note?.$ref ? document.components.responses[note.$ref.split('/').at(-1) ?? ''] : note;
}
