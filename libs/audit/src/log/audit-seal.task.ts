import { Inject, Injectable } from '@nestjs/common';
import { InjectMetric, makeCounterProvider } from '@willsoto/nestjs-prometheus';
import type { Counter } from 'prom-client';
import { Database } from '#libs/database';
import { componentLogger } from '#libs/logging';
import { observedGauge } from '#libs/metrics';
import { AuditProofReadModel } from './audit-proof.read-model.js';
import { AuditSealer, SEAL_BATCH } from './audit-sealer.js';
import type { CheckpointSink } from './checkpoint-sink.js';
import { sealLagSeconds } from './unsealed-events.js';

const COPIED_AT_ONCE = 1000;

/** Injection token of SVC_AUDIT_CHECKPOINT_DIR, or null. */
export const CHECKPOINT_SINK = Symbol('checkpoint-sink');

const SEALED = 'audit_sealed_events_total';
const SINK_FAILURES = 'audit_checkpoint_sink_failures_total';

export const AUDIT_SEAL_METRICS = [
  // Computed at each scrape: it must also grow while no worker seals, and on workers that wait for the lock.
  observedGauge({
    name: 'audit_seal_lag_seconds',
    help: 'Age of the oldest audit event outside the Merkle log',
    inject: [Database],
    read: async (database) => [{ value: await sealLagSeconds(database) }],
  }),
  makeCounterProvider({ name: SEALED, help: 'Audit events sealed into the Merkle log' }),
  makeCounterProvider({
    name: SINK_FAILURES,
    help: 'Failed tries to read or write SVC_AUDIT_CHECKPOINT_DIR; the next run tries again',
  }),
];

/** Seals new audit events into the Merkle log, and copies its checkpoints to a folder outside the database. */
@Injectable()
export class AuditSealTask {
  private readonly logger = componentLogger(AuditSealTask.name);

  constructor(
    private readonly sealer: AuditSealer,
    private readonly checkpoints: AuditProofReadModel,
    @Inject(CHECKPOINT_SINK) private readonly sink: CheckpointSink | null,
    @InjectMetric(SEALED) private readonly sealed: Counter,
    @InjectMetric(SINK_FAILURES) private readonly sinkFailures: Counter,
  ) {}

  /** Seals all new events, copies checkpoints and returns how many events were sealed. */
  async run(): Promise<number> {
    const sealed = await this.seal();
    if (this.sink) await this.copy(this.sink).catch((error: unknown) => this.sinkFailed(error));
    return sealed;
  }

  private async seal(): Promise<number> {
    const known = await this.latestKept();
    let total = 0;
    for (let batch = SEAL_BATCH; batch === SEAL_BATCH;) {
      batch = await this.sealer.seal(known);
      this.sealed.inc(batch);
      total += batch;
    }
    return total;
  }

  /** Returns the latest checkpoint in the folder; null without one. An unreadable folder does not stop sealing. */
  private async latestKept() {
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
    this.logger.error({ err: error }, 'audit checkpoints could not be copied to SVC_AUDIT_CHECKPOINT_DIR');
    return null;
  }
}
