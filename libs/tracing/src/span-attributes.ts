import { type AllowList, allowListed } from './allow-listed.js';

const MAX_TEXT = 300;

/**
 * The allow-list of span attributes, with the type of each; the names are OpenTelemetry's where it has one. Everything else
 * is dropped. Before you add an attribute, make sure that it can contain neither input nor a secret: whoever runs the
 * collector reads them all.
 */
const KINDS = {
  'countersign.correlation_id': 'text',
  'countersign.key_operation': 'text',
  /** The statement's prepared name, which is in Postgres' own log as well. */
  'countersign.statement': 'text',
  'countersign.task': 'text',
  'db.operation.name': 'text',
  /** Verb and first table of the statement, never its text. */
  'db.query.summary': 'text',
  'db.system.name': 'text',
  /** A code, an SQLSTATE, a status or the class of an error, never its message. */
  'error.type': 'text',
  'http.request.method': 'text',
  'http.response.status_code': 'number',
  /** The route's template, never the requested path. */
  'http.route': 'text',
  /** Like `http.route`, for an outgoing call. */
  'url.template': 'text',
} as const satisfies AllowList;

type Kinds = typeof KINDS;

/** The allowed attributes. */
export type SpanAttributes = {
  readonly [Name in keyof Kinds]?: Kinds[Name] extends 'number' ? number : string;
};

/** Returns the allow-listed attributes of any object, with long texts cut. */
export function allowedAttributes(given: object): Record<string, string | number> {
  return allowListed(KINDS, given, (text) => text.slice(0, MAX_TEXT));
}
