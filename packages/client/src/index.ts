export { ApiError } from './api-error.js';
export { type Client, type ClientOptions, createClient } from './create-client.js';
export { dataOf, type DataOf } from './data-of.js';
export { everyRow } from './every-row.js';
export type * from './schema.js';
