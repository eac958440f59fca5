import { Injectable } from '@nestjs/common';
import { type Actor, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import { sanitizeError, type SkippedNames } from '#libs/jobs';
import { discoveryEvents } from './discovery.events.js';
import { DiscoveryPageStore } from './discovery-pages.store.js';
import { DiscoveryRunStore } from './discovery-runs.store.js';
import type { SourceRef } from './discovery-source.js';

/** The job of a run, and the actor that reports its end. */
export interface FinishedBy {
  readonly jobId: string | null;
  readonly attempt: number;
  readonly actor: Actor;
  readonly correlationId?: string;
}

/** Ends discovery runs. Ending a run that is not its source's current one has no effect. */
@Injectable()
export class DiscoveryFinisher {
  constructor(
    private readonly runs: DiscoveryRunStore,
    private readonly pages: DiscoveryPageStore,
    private readonly audit: Audit,
  ) {}

  /**
   * Ends a full run: secrets that it did not report are missing (D55).
   *
   * @param skipped null from an agent that does not report it
   */
  async succeed(
    tx: Tx,
    source: SourceRef,
    by: FinishedBy & { jobId: string },
    skipped: SkippedNames | null,
  ): Promise<void> {
    const ended = await this.runs.finish(tx, source, by.jobId, { status: 'success', error: null, skipped });
    if (!ended) return;
    const missing = await this.pages.markMissing(tx, source, by, ended.fullBefore);
    const totals = await this.pages.clear(tx, by.jobId, by.attempt);
    await this.audit.record(tx, discoveryEvents.succeeded(source, by, { ...totals, missing }, skipped));
  }

  /**
   * Ends a failed run. Secrets keep their state.
   *
   * @param error shown to administrators; sanitized again here, whichever process stored it
   * @param errorKind a code of the service, for the audit log
   * @returns whether there was such a run
   */
  async fail(tx: Tx, source: SourceRef, by: FinishedBy, error: string, errorKind: string): Promise<boolean> {
    const text = sanitizeError(error);
    const ended = await this.runs.finish(tx, source, by.jobId, {
      status: 'failure',
      error: text,
      skipped: null,
    });
    if (!ended) return false;
    if (by.jobId !== null) await this.pages.clear(tx, by.jobId, by.attempt);
    await this.audit.record(tx, discoveryEvents.failed(source, by, errorKind));
    return true;
  }
}
