import { readFileSync } from 'node:fs';
import type { OpenapiDocument, Operation } from '../../tools/openapi/schema.js';

/** The committed description of the interface. */
export const DOCUMENT = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as OpenapiDocument;

export interface Route {
  /** `POST /api/v1/requests/{id}/approve` */
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Every operation of the document. */
export const OPERATIONS: readonly Route[] = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => {
    const verb = method.toUpperCase();
    return { name: `${verb} ${path}`, verb, path, operation };
  }),
);

export const FORM = 'application/x-www-form-urlencoded';
/** They end the session that they are called with. */
export const ENDS_SESSION = new Set(['POST /api/v1/auth/logout', 'POST /api/v1/auth/oidc/logout']);

export const isOfAgent = ({ operation }: Route): boolean =>
  operation.security.some((scheme) => 'agentSecret' in scheme);
export const takesForm = ({ operation }: Route): boolean => FORM in (operation.requestBody?.content ?? {});

/** The GETs that return a value. */
export const VALUES = [
  'GET /api/v1/requests/{id}/wraps/{wrap_id}',
  'GET /api/v1/agents/{id}/wraps/{wrap_id}',
];
/** These return a value or change something: their refusals are audited. */
export const GUARDED = OPERATIONS.filter(({ verb, name }) => verb !== 'GET' || VALUES.includes(name));
