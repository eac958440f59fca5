import type { Actor, AuditEvent } from '#libs/audit';
import type { SkippedNames } from '#libs/jobs';
import { type DiscoverySource, resourceOf, type SourceRef } from './discovery-source.js';

/** The results of a run. */
export interface RunTotals {
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly missing: number;
}

interface Ended {
  readonly actor: Actor;
  readonly jobId: string | null;
  readonly correlationId?: string;
}

/** The audit events of discovery. They contain counts of secrets, no names. */
export const discoveryEvents = {
  started: (
    actor: Actor,
    source: DiscoverySource,
    run: { jobId: string; correlationId: string },
  ): AuditEvent => ({
    actor,
    action: 'discover.start',
    resource: resourceOf(source),
    status: 'success',
    metadata: { job_id: run.jobId, cluster_name: source.clusterName },
    correlationId: run.correlationId,
  }),
  succeeded: (
    source: SourceRef,
    { actor, jobId, correlationId }: Ended,
    totals: RunTotals,
    skipped: SkippedNames | null,
  ): AuditEvent => ({
    actor,
    action: 'discover.finish',
    resource: resourceOf(source),
    status: 'success',
    metadata: {
      job_id: jobId,
      ...totals,
      ...(skipped === null ? {} : { skipped_secrets: skipped.secrets, skipped_keys: skipped.keys }),
    },
    correlationId,
  }),
  /** @param errorKind a code of the service, never an agent's text */
  failed: (source: SourceRef, { actor, jobId, correlationId }: Ended, errorKind: string): AuditEvent => ({
    actor,
    action: 'discover.finish',
    resource: resourceOf(source),
    status: 'failure',
    metadata: { job_id: jobId, error_kind: errorKind },
    correlationId,
  }),
} as const;
