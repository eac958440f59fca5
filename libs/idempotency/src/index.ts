export { IdempotencyModule } from './idempotency.module.js';
export { Idempotency } from './idempotency.service.js';
export { idempotencyErrors } from './idempotency.errors.js';
export { PAST_KEYS } from './idempotency.store.js';
