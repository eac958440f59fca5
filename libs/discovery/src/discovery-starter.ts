import { Injectable } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { JobQueue, type JobTarget } from '#libs/jobs';
import { discoveryEvents } from './discovery.events.js';
import { DiscoveryRunStore } from './discovery-runs.store.js';
import type { SourceKind } from './discovery-source.js';

/** The run to start, and the actor. */
export interface NewRun {
  readonly kind: SourceKind;
  readonly id: string;
  readonly when: 'now' | 'due';
  readonly actor: Actor;
  readonly correlationId: string;
  /** The store, when there is no connection. */
  readonly target?: JobTarget;
}

/** Starts discovery runs: one at a time for each connection (D55). */
@Injectable()
export class DiscoveryStarter {
  constructor(
    private readonly runs: DiscoveryRunStore,
    private readonly queue: JobQueue,
    private readonly audit: Audit,
  ) {}

  /** Returns the id of the run's job; null when the source can't start a run. */
  async start(tx: Tx, { kind, id, when, actor, correlationId, target }: NewRun): Promise<string | null> {
    const source = await this.runs.begin(tx, kind, id, when);
    if (!source) return null;
    const jobId = this.queue.enqueue(tx, {
      kind: 'discover',
      requestId: null,
      connectionId: kind === 'connection' ? id : null,
      clusterName: source.clusterName,
      target: target ?? null,
      secretRef: null,
      keys: [],
      valueTtlSeconds: null,
      correlationId,
      actor,
    });
    await this.runs.setJob(tx, source, jobId);
    await this.audit.record(tx, discoveryEvents.started(actor, source, { jobId, correlationId }));
    return jobId;
  }
}
