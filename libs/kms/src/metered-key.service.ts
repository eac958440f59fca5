import { makeCounterProvider, makeHistogramProvider } from '@willsoto/nestjs-prometheus';
import type { Counter, Histogram } from 'prom-client';
import type { SecretBytes } from '#libs/secret-bytes';
import { type SpanFacts, traced } from '#libs/tracing';
import { type KeyContext, KeyService } from './key.service.js';
import { KeyServiceError } from './kms.errors.js';

type Operation = 'wrap' | 'unwrap' | 'check';

export const KMS_ERRORS = 'kms_errors_total';
export const KMS_DURATION = 'kms_operation_duration_seconds';

export const KMS_METRICS = [
  makeCounterProvider({
    name: KMS_ERRORS,
    help: 'Failures of the key service.',
    labelNames: ['operation', 'outcome'],
  }),
  makeHistogramProvider({
    name: KMS_DURATION,
    help: 'Time the key service takes.',
    labelNames: ['operation'],
  }),
];

/**
 * Adds metrics and spans to a key service (D90). Outcomes: `unavailable` (backend unreachable), `undecryptable`, and `error`
 * (an internal error).
 */
export class MeteredKeyService extends KeyService {
  constructor(
    private readonly keys: KeyService,
    private readonly errors: Counter<'operation' | 'outcome'>,
    private readonly seconds: Histogram<'operation'>,
  ) {
    super();
    // Creates the series at 0, so that an alert can fire on the first error.
    for (const operation of ['wrap', 'unwrap', 'check']) {
      this.errors.inc({ operation, outcome: 'unavailable' }, 0);
    }
  }

  get keyId(): string {
    return this.keys.keyId;
  }

  wrapKey(dataKey: SecretBytes, context: KeyContext): Promise<string> {
    return this.#metered('wrap', () => this.keys.wrapKey(dataKey, context));
  }

  unwrapKey(wrapped: string, context: KeyContext): Promise<SecretBytes> {
    return this.#metered('unwrap', () => this.keys.unwrapKey(wrapped, context));
  }

  override check(): Promise<void> {
    return this.#metered('check', () => this.keys.check());
  }

  override start(): void {
    this.keys.start();
  }

  override stop(): Promise<void> {
    return this.keys.stop();
  }

  async #metered<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
    const end = this.seconds.startTimer({ operation });
    try {
      return await traced('key_service', () => factsOf(operation), work);
    } catch (error) {
      const outcome = error instanceof KeyServiceError ? error.reason : 'error';
      this.errors.inc({ operation, outcome });
      throw error;
    } finally {
      end();
    }
  }
}

function factsOf(operation: Operation): SpanFacts {
  return { name: `key service ${operation}`, attributes: { 'countersign.key_operation': operation } };
}
