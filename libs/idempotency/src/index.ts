export { IdempotencyModule } from './idempotency.module.js';
export { Idempotency } from './idempotency.service.js';
