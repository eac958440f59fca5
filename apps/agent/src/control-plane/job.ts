import { AnswerShape } from './answer-shape.js';

/** The store connection of a job; the scope contains no credentials. */
export interface JobConnection {
  id: string;
  name: string;
  type: string;
  scope: Record<string, unknown>;
  authMethod: string | null;
}

/** A claimed job (Job in the API description). `attempt` is the fencing token against an agent whose lease has expired. */
export interface Job {
  id: string;
  kind: string;
  correlationId: string | null;
  connection: JobConnection | null;
  providerError: string | null;
  secretRef: string | null;
  keys: string[];
  wraps: { wrapId: string; keyName: string }[];
  attempt: number;
  /** The control plane's span of the claim, which becomes the parent of the job's span. */
  traceparent?: string;
}

/** Parses the body of a claim. @throws ApiError for anything but a job */
export function parseJob(body: unknown, traceparent?: string): Job {
  const job = new AnswerShape(body);
  return {
    id: job.id('id'),
    kind: job.string('kind'),
    correlationId: job.idOrNull('correlation_id'),
    connection: parseConnection(job.shapeOrNull('provider_connection')),
    providerError: job.stringOrNull('provider_error'),
    secretRef: job.stringOrNull('secret_ref'),
    keys: job.strings('keys'),
    wraps: job
      .shapes('wraps')
      .map((wrap) => ({ wrapId: wrap.id('wrap_id'), keyName: wrap.string('key_name') })),
    attempt: job.number('attempt'),
    traceparent,
  };
}

function parseConnection(connection: AnswerShape | null): JobConnection | null {
  if (!connection) return null;
  return {
    id: connection.string('id'),
    name: connection.string('name'),
    type: connection.string('type'),
    scope: connection.object('scope'),
    authMethod: connection.stringOrNull('auth_method'),
  };
}
