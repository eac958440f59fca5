import { statusOf } from '../../apps/api/src/http/error-status.js';
import type { DomainError } from '#libs/core';
import type { Answer, Schema } from './schema.js';

/**
 * The error bodies of D1: newer endpoint groups send two members, older ones the same two under two further names as well.
 */
export const PROBLEM_SCHEMAS: Readonly<Record<'Problem' | 'OlderProblem', Schema>> = {
  Problem: {
    type: 'object',
    description: 'An error response; some codes have additional members.',
    properties: {
      error_code: { type: 'string', description: 'Stable error code for programs.' },
      message: { type: 'string', description: 'Message for people; never contains input.' },
    },
    required: ['error_code', 'message'],
    example: { error_code: 'route_not_found', message: 'Route not found.' },
  },
  OlderProblem: {
    description: 'A problem that also has the members of the older error envelope.',
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      {
        type: 'object',
        properties: {
          code: { type: 'string', description: 'Same as `error_code`.' },
          error: { type: 'string', description: 'Same as `message`.' },
        },
        required: ['code', 'error'],
      },
    ],
  },
};

/** Returns the error responses by status; equal ones share one component, named after its status and codes. */
export function problemAnswers(
  errors: readonly DomainError[],
  errorEnvelopeV2: boolean,
  components: Record<string, Answer>,
): Record<string, Answer> {
  const byStatus = new Map<number, DomainError[]>();
  for (const error of distinct(errors)) {
    const status = statusOf(error.kind);
    byStatus.set(status, [...(byStatus.get(status) ?? []), error]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const name = [status, ...group.map(({ code }) => code), ...(errorEnvelopeV2 ? [] : ['older'])].join(
        '.',
      );
      components[name] ??= problemAnswer(group, errorEnvelopeV2);
      return [String(status), { $ref: `#/components/responses/${name}` } as Answer];
    }),
  );
}

function distinct(errors: readonly DomainError[]): DomainError[] {
  const byCode = new Map(errors.map((error) => [`${statusOf(error.kind)} ${error.code}`, error]));
  return [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

function problemAnswer(errors: readonly DomainError[], errorEnvelopeV2: boolean): Answer {
  const codes = errors.map(({ code }) => code);
  const extras = Object.assign({}, ...errors.map(({ extra }) => extra)) as Record<string, unknown>;
  const properties = {
    error_code: { type: 'string', enum: codes },
    ...Object.fromEntries(Object.entries(extras).map(([name, sample]) => [name, schemaOfSample(sample)])),
  };
  const envelope = { $ref: `#/components/schemas/${errorEnvelopeV2 ? 'Problem' : 'OlderProblem'}` };
  const schema: Schema = { allOf: [envelope, { type: 'object', properties }] };
  const headers = new Set(errors.flatMap((error) => Object.keys(error.headers)));
  return {
    description: errors.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'),
    headers: Object.fromEntries(
      ['X-Correlation-Id', ...headers].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
    content: { 'application/json': { schema } },
  };
}

function schemaOfSample(sample: unknown): Schema {
  if (Array.isArray(sample))
    return { type: 'array', items: sample.length > 0 ? schemaOfSample(sample[0]) : {} };
  if (typeof sample === 'object' && sample !== null)
    return {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(sample).map(([name, value]) => [name, schemaOfSample(value)]),
      ),
      required: Object.keys(sample),
    };
  return {
    type: typeof sample === 'number' ? 'integer' : typeof sample === 'boolean' ? 'boolean' : 'string',
  };
}
