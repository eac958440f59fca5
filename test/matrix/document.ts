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
