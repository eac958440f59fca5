import { Inject, Injectable } from '@nestjs/common';
import { AuditProofReadModel, AuditSealer, type CheckpointSink, SEAL_BATCH } from '#libs/audit';
import type { Logger } from '#libs/logging';
import { Metrics } from '#libs/metrics';
import type { Task } from '#libs/scheduler';
import { CHECKPOINT_SINK, SEAL_LOGGER } from './audit-seal-tokens.js';

const COPIED_AT_ONCE = 1000;

/** Seals new audit events into the Merkle log, and copies its checkpoints to where the database does not reach. */
@Injectable()
export class AuditSealTask implements Task {
  readonly name = 'audit_seal';
  private readonly sealed;
  private readonly sinkFailures;

  constructor(
    private readonly sealer: AuditSealer,
    private readonly checkpoints: AuditProofReadModel,
    @Inject(CHECKPOINT_SINK) private readonly sink: CheckpointSink | null,
    @Inject(SEAL_LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    // Read when it is asked for: it has to grow also where nobody seals, and at workers that wait for the lock.
    metrics.observed(
      'audit_seal_lag_seconds',
      'Age of the oldest audit event outside the Merkle log',
      [],
      async () => [{ value: await this.sealer.lagSeconds() }],
    );
    this.sealed = metrics.counter('audit_sealed_events_total', 'Audit events sealed into the Merkle log');
    this.sinkFailures = metrics.counter(
      'audit_checkpoint_sink_failures_total',
      'Failed tries to read or write SVC_AUDIT_CHECKPOINT_DIR; the next run tries again',
    );
  }

  async run(): Promise<number> {
    const sealed = await this.seal();
    if (this.sink) await this.copy(this.sink).catch((error: unknown) => this.sinkFailed(error));
    return sealed;
  }

  private async seal(): Promise<number> {
    const known = await this.kept();
    let total = 0;
    for (let batch = SEAL_BATCH; batch === SEAL_BATCH;) {
      batch = await this.sealer.seal(known);
      this.sealed.inc(batch);
      total += batch;
    }
    return total;
  }

  /** A folder that can't be read keeps nothing from being sealed. */
  private async kept() {
    if (!this.sink) return null;
    return this.sink.latest().catch((error: unknown) => this.sinkFailed(error));
  }

  private async copy(sink: CheckpointSink): Promise<void> {
    let copied = COPIED_AT_ONCE;
    while (copied === COPIED_AT_ONCE) {
      const last = await sink.latest();
      const next = await this.checkpoints.after(last?.treeSize ?? 0, COPIED_AT_ONCE);
      await sink.keep(next);
      copied = next.length;
    }
  }

  private sinkFailed(error: unknown): null {
    this.sinkFailures.inc();
    this.logger.error(
      { err: error, task: this.name },
      'the audit checkpoints could not be kept in their folder',
    );
    return null;
  }
}
