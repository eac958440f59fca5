export { IdempotencyModule } from './idempotency.module.js';
export { Idempotency } from './idempotency.service.js';
export { idempotencyErrors } from './idempotency.errors.js';
export { PastIdempotencyKeys } from './past-idempotency-keys.js';
