import 'reflect-metadata';
import {
  ACCESS,
  type AccessRule,
  BEFORE_MFA,
  ERROR_ENVELOPE_V2,
  FOR_WORKLOADS,
  FRESH_MFA,
  type FreshMfaRule,
  SAME_ORIGIN_ONLY,
} from '../../apps/api/src/access/access.js';
import { LIMIT, type Limit } from '../../apps/api/src/access/limit.js';
import { BODY, type BodyOptions, bodyOptions } from '../../apps/api/src/http/body-options.js';
import {
  type AnswerNote,
  ANSWERS,
  INHERITED_REFUSALS,
  OPERATION,
  type OperationNote,
  READS_HEADERS,
  type Refusal,
  TAG,
} from '../../apps/api/src/openapi/operation.js';
import type { Handler } from './handlers.js';

/** The declarations of a handler's decorators, as the guard reads them: on the method, else on the class. */
export interface Declarations {
  readonly access: AccessRule;
  readonly limit: Limit | undefined;
  readonly freshMfa: FreshMfaRule | undefined;
  readonly beforeMfa: boolean;
  readonly forWorkloads: boolean;
  readonly sameOriginOnly: boolean;
  readonly errorEnvelopeV2: boolean;
  readonly body: BodyOptions;
  readonly tag: string;
  readonly note: OperationNote;
  readonly answers: readonly AnswerNote[];
  readonly status: number;
  readonly headers: readonly { name: string; value: string }[];
  /** Names in SHARED_PARAMETERS. */
  readonly readsHeaders: readonly string[];
  readonly takesIdempotencyKey: boolean;
  /** Its response has an ETag; a change accepts If-Match. */
  readonly versioned: boolean;
  /** It accepts If-None-Match and Prefer: wait. */
  readonly watchable: boolean;
}

/** @throws Error when a handler does not say who may call it or what it does */
export function declarationsOf(handler: Handler): Declarations {
  const method = handler.controller.prototype[handler.method]!;
  const read = <T>(key: symbol | string): T | undefined =>
    (Reflect.getMetadata(key, method) ?? Reflect.getMetadata(key, handler.controller)) as T | undefined;
  const present = <T>(key: symbol, decorator: string): T => {
    const value = read<T>(key);
    if (value !== undefined) return value;
    throw new Error(`${handler.controller.name}.${handler.method} has no ${decorator}.`);
  };
  const interceptors = read<{ name?: string; constructor: { name: string } }[]>('__interceptors__') ?? [];
  const intercepted = (name: string): boolean =>
    interceptors.some((each) => (each.name ?? each.constructor.name) === name);
  const access = present<AccessRule>(ACCESS, 'access declaration (apps/api/src/access/access.ts)');
  const note = present<OperationNote>(OPERATION, '@Operation (apps/api/src/openapi/operation.ts)');
  const inherited = read<Record<string, readonly Refusal[]>>(INHERITED_REFUSALS) ?? {};
  return {
    access,
    tag: present(TAG, '@Tag (apps/api/src/openapi/operation.ts)'),
    note: { ...note, refusals: [...note.refusals, ...(inherited[handler.method] ?? [])] },
    limit: read(LIMIT),
    freshMfa: read(FRESH_MFA),
    beforeMfa: read(BEFORE_MFA) ?? false,
    forWorkloads: read(FOR_WORKLOADS) === true,
    sameOriginOnly: read(SAME_ORIGIN_ONLY) ?? false,
    errorEnvelopeV2: read(ERROR_ENVELOPE_V2) ?? false,
    body: bodyOptions(access, read(BODY)),
    answers: read(ANSWERS) ?? [],
    status: read('__httpCode__') ?? (handler.verb === 'post' ? 201 : 200),
    headers: read('__headers__') ?? [],
    readsHeaders: read(READS_HEADERS) ?? [],
    takesIdempotencyKey: intercepted('IdempotencyInterceptor'),
    versioned: intercepted('VersionInterceptor'),
    watchable: intercepted('WatchInterceptor'),
  };
}
