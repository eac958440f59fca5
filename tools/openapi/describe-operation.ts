import type { DomainError } from '#libs/core';
import type { AnswerNote } from '../../apps/api/src/openapi/operation.js';
import { type Declarations, declarationsOf } from './declarations.js';
import { generalRefusals } from './general-refusals.js';
import type { Handler } from './handlers.js';
import { problemAnswers } from './problem-answers.js';
import type { Answer, OpenapiDocument, Operation, Parameter, Schema } from './schema.js';
import type { Signature } from './signatures.js';

const BODILESS = new Set([204, 302, 303, 304]);

/** Returns one handler as an operation of the document; shared parts go to the components. */
export function describeOperation(
  handler: Handler,
  read: Signature,
  components: OpenapiDocument['components'],
): Operation {
  const declared = declarationsOf(handler);
  const signature = { ...read, query: resolved(read.query, components.schemas) };
  const parameters = parametersOf(handler, declared, signature);
  // Single query parameters are not validated; classes, ids and keys are.
  const hasInput = handler.path.includes('{') || !!read.query?.$ref || declared.takesIdempotencyKey;
  const errors = [
    ...generalRefusals(handler, declared, hasInput),
    ...declared.note.refusals.map((each): DomainError => (typeof each === 'function' ? each() : each)),
  ];
  return {
    operationId: operationIdOf(handler),
    tags: [declared.tag],
    summary: declared.note.summary,
    ...descriptionOf(declared, signature),
    security: securityOf(declared),
    'x-access': accessOf(declared),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(signature.body, declared),
    responses: {
      ...problemAnswers(errors, declared.errorEnvelopeV2, components.responses),
      ...successAnswers(handler, declared, signature),
    },
  };
}

/** The members of a query become parameters, so that its class is looked up. */
function resolved(query: Schema | null, schemas: Record<string, Schema>): Schema | null {
  return query?.$ref ? (schemas[query.$ref.split('/').at(-1) ?? ''] ?? null) : query;
}

/** Controllers that took over operations of others, which keep their ids. */
const FORMER_NAMES: Readonly<Record<string, string>> = { ProbeMetricsController: 'ProbesController' };

/** `roles_setPermissions`: the controller and its method, so that it changes only when they do. */
function operationIdOf({ controller, method }: Handler): string {
  const group = (FORMER_NAMES[controller.name] ?? controller.name).replace(/Controller$/, '');
  return `${group.charAt(0).toLowerCase()}${group.slice(1)}_${method}`;
}

function descriptionOf({ limit }: Declarations, { doc }: Signature): { description?: string } {
  const per = { address: 'source address', user: 'user', agent: 'agent' };
  const exempt = limit?.exempt ? ` Callers with ${limit.exempt} everywhere are exempt.` : '';
  const limited =
    limit && `At most ${limit.limit} calls in ${limit.windowSeconds} s for each ${per[limit.per]}.${exempt}`;
  const description = [doc, limited].filter(Boolean).join('\n\n');
  return description === '' ? {} : { description };
}

function securityOf({ access }: Declarations): Record<string, string[]>[] {
  if (access.kind === 'public') return [];
  return access.kind === 'agent' ? [{ agentSecret: [] }] : [{ bearer: [] }, { session: [] }];
}

function accessOf({ access, freshMfa, beforeMfa }: Declarations): Record<string, unknown> {
  const permission =
    access.kind === 'permission' ? { any_of: [...access.anyOf], global: access.global } : undefined;
  return {
    kind: access.kind,
    ...permission,
    ...(freshMfa === 'always' ? { fresh_mfa: true } : {}),
    ...(freshMfa === 'when strict' ? { fresh_mfa_when_strict: true } : {}),
    ...(beforeMfa ? { before_mfa: true } : {}),
  };
}

function parametersOf(handler: Handler, declared: Declarations, { query }: Signature): Parameter[] {
  const inPath = [...handler.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const inQuery = Object.entries(query?.properties ?? {}).map(
    ([name, { description, ...schema }]): Parameter => ({
      name,
      in: 'query',
      ...(query?.required?.includes(name) ? { required: true } : {}),
      ...(description ? { description } : {}),
      schema,
    }),
  );
  return [...inPath, ...inQuery, ...headerParametersOf(handler, declared)];
}

function headerParametersOf(
  { verb }: Handler,
  { access, readsHeaders, takesIdempotencyKey, versioned, watchable }: Declarations,
): Parameter[] {
  const named = (name: string) => ({ $ref: `#/components/parameters/${name}` }) as Parameter;
  const bySession = access.kind !== 'public' && access.kind !== 'agent';
  return [
    ...(takesIdempotencyKey ? [named('IdempotencyKey')] : []),
    ...(versioned && verb !== 'get' ? [named('IfMatch')] : []),
    ...readsHeaders.map(named),
    ...(watchable ? ['IfNoneMatch', 'Prefer'].map(named) : []),
    ...(bySession && verb === 'get' ? [named('Background')] : []),
    ...(bySession ? [named('User')] : []),
  ];
}

function bodyOf(body: Schema | null, { body: options }: Declarations): Partial<Operation> {
  if (!body) return {};
  const mediaType = options.form ? 'application/x-www-form-urlencoded' : 'application/json';
  const description = `At most ${sizeOf(options.maxBytes)}.`;
  return { requestBody: { description, required: true, content: { [mediaType]: { schema: body } } } };
}

function sizeOf(bytes: number): string {
  const kib = bytes / 1024;
  return kib >= 1024 ? `${kib / 1024} MiB` : `${kib} KiB`;
}

const NOT_MODIFIED: AnswerNote = { status: 304, description: "The caller's copy is current." };
const WATCHABLE_HEADERS = ['ETag', 'Cache-Control', 'Vary', 'Preference-Applied'];

function successAnswers(
  handler: Handler,
  declared: Declarations,
  signature: Signature,
): Record<string, Answer> {
  const noted = [...declared.answers, ...(declared.watchable ? [NOT_MODIFIED] : [])].map(
    ({ status, description, mediaType }) => ({
      status,
      description,
      mediaType,
    }),
  );
  const sendsByHand = signature.answer === null && handler.verb === 'get';
  const own = {
    status: declared.status,
    description: ownDescription(declared.status, handler),
    mediaType: undefined,
  };
  const all = sendsByHand || noted.some(({ status }) => status === own.status) ? noted : [own, ...noted];
  if (all.length === 0) throw new Error(`${operationIdOf(handler)}: declare with @Answers what it sends.`);
  return Object.fromEntries(
    all.map(({ status, description, mediaType }) => {
      const content = contentOf(status, mediaType, signature);
      return [String(status), { description, headers: headersOf(declared, signature, status), ...content }];
    }),
  );
}

function ownDescription(status: number, { verb }: Handler): string {
  if (status === 204) return 'Done.';
  if (status === 201) return 'Created.';
  return verb === 'get' ? 'Found.' : 'Done.';
}

function contentOf(
  status: number,
  mediaType: string | null | undefined,
  { answer }: Signature,
): Partial<Answer> {
  if (BODILESS.has(status) || mediaType === null) return {};
  if (mediaType === 'application/json' && !answer)
    return { content: { [mediaType]: { schema: { type: 'object' } } } };
  if (mediaType === 'application/x-ndjson') return { content: { ...jsonOf(answer), [mediaType]: LINES } };
  if (mediaType === 'application/octet-stream') return { content: { ...jsonOf(answer), [mediaType]: BYTES } };
  if (mediaType) return { content: { [mediaType]: { schema: answer ?? { type: 'string' } } } };
  return answer ? { content: jsonOf(answer) } : {};
}

/** OpenAPI 3.1 can't describe a sequence of JSON texts. */
const LINES = { schema: { type: 'string', description: 'One JSON object per line.' } };

/** OpenAPI 3.1 §4.8.14.3: bytes without encoding have no type. */
const BYTES = { schema: { description: 'The bytes of the value.' } };

function jsonOf(answer: Schema | null): NonNullable<Answer['content']> {
  return answer ? { 'application/json': { schema: answer } } : {};
}

function headersOf(
  { headers, versioned, watchable }: Declarations,
  { query, answer }: Signature,
  status: number,
): Answer['headers'] {
  const paged = query?.properties?.cursor && answer && status === 200;
  const fixed = headers.map(({ name }) => name).filter((name) => name !== 'ETag' || status !== 204);
  const tag = versioned && status === 200 ? ['ETag'] : [];
  const ofWaits = watchable ? WATCHABLE_HEADERS : [];
  const names = ['X-Correlation-Id', ...(paged ? ['Link'] : []), ...tag, ...ofWaits, ...fixed];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
