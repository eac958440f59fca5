import { type DynamicModule, Module } from '@nestjs/common';
import { AuditSealer, AuditSigningKey, CheckpointSink } from '#libs/audit';
import type { WorkerConfig } from '#libs/config';
import type { Logger } from '#libs/logging';
import { AuditPartitionsTask } from './audit-partitions.task.js';
import { CHECKPOINT_SINK, SEAL_LOGGER } from './audit-seal-tokens.js';
import { AuditSealTask } from './audit-seal.task.js';

/** What the worker does for the audit log. */
@Module({})
export class AuditTasksModule {
  static forConfig({ signingKey, checkpointDir }: WorkerConfig['audit'], logger: Logger): DynamicModule {
    const sink = checkpointDir === null ? null : new CheckpointSink(checkpointDir);
    return {
      module: AuditTasksModule,
      providers: [
        { provide: AuditSigningKey, useValue: { seed: signingKey } satisfies AuditSigningKey },
        { provide: CHECKPOINT_SINK, useValue: sink },
        { provide: SEAL_LOGGER, useValue: logger },
        AuditSealer,
        AuditPartitionsTask,
        AuditSealTask,
      ],
    };
  }
}
