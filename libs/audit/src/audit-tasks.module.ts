import { type DynamicModule, Module } from '@nestjs/common';
import type { SecretBytes } from '#libs/secret-bytes';
import { AUDIT_SEAL_METRICS, AuditSealTask, CHECKPOINT_SINK } from './log/audit-seal.task.js';
import { AUDIT_SIGNING_KEY, AuditSealer } from './log/audit-sealer.js';
import { CheckpointSink } from './log/checkpoint-sink.js';

export interface AuditTaskSettings {
  /** Ed25519 seed; without it there are no checkpoints (D59). */
  readonly signingKey: SecretBytes | null;
  readonly checkpointDir: string | null;
}

/** The worker's tasks for the audit log. Requires the AuditModule. */
@Module({})
export class AuditTasksModule {
  static forSettings({ signingKey, checkpointDir }: AuditTaskSettings): DynamicModule {
    const sink = checkpointDir === null ? null : new CheckpointSink(checkpointDir);
    return {
      module: AuditTasksModule,
      providers: [
        { provide: AUDIT_SIGNING_KEY, useValue: signingKey },
        { provide: CHECKPOINT_SINK, useValue: sink },
        AuditSealer,
        ...AUDIT_SEAL_METRICS,
        AuditSealTask,
      ],
    };
  }
}
