import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, NestPinoLogger } from '#libs/logging';
import { renderMetrics } from '#libs/metrics';
import { register } from 'prom-client';
import { Database } from '#libs/database';
import { SecretBytes } from '#libs/secret-bytes';
import { canaryKey } from '../../../../test/support/canary.js';
import { leaksInFolder } from '../../../../test/support/canary-scan.js';
import { eventually } from '../../../../test/support/eventually.js';
import { noteLeaks } from '../../../../test/support/run-folder.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { Audit } from '../audit.js';
import { AuditTasksModule } from '../audit-tasks.module.js';
import { AuditProofReadModel } from './audit-proof.read-model.js';
import { AuditSealTask } from './audit-seal.task.js';

const SEED = canaryKey('signing key');

let test: TestDatabase;
let parent: string;
let folder: string;
let worker: AuditSealTask;
beforeEach(async () => {
  test = await createTestDatabase();
  parent = await mkdtemp(join(tmpdir(), 'countersign-seal-'));
  folder = join(parent, 'checkpoints');
  register.clear();
  worker = await task();
});
afterEach(async () => {
  await test.drop();
  noteLeaks(await leaksInFolder('checkpoints:', parent));
  await rm(parent, { recursive: true, force: true });
});

/** Returns the task as a worker wires it. */
async function task(): Promise<AuditSealTask> {
  @Module({
    imports: [
      AuditTasksModule.forSettings({ signingKey: SecretBytes.from(SEED), checkpointDir: folder }),
      {
        module: class AuditOfTheTest {},
        global: true,
        providers: [{ provide: Database, useValue: test.database }, AuditProofReadModel],
        exports: [Database, AuditProofReadModel],
      },
    ],
  })
  class Worker {}
  const logger = new NestPinoLogger(createLogger({ name: 'spec', level: 'silent' }));
  const module = await Test.createTestingModule({ imports: [Worker] })
    .setLogger(logger)
    .compile();
  return module.get(AuditSealTask, { strict: false });
}

async function record(count: number): Promise<void> {
  const event = { actor: 'system:spec', action: 'spec', resource: null, status: 'success' } as const;
  await new Audit(test.database).recordDenial(...Array.from({ length: count }, () => event));
}

/** Runs until so many events were sealed. */
async function seal(count: number): Promise<void> {
  let total = 0;
  await eventually(async () => (total += await worker.run()) >= count, `${count} sealed events`);
  expect(total).toBe(count);
}

async function keptSizes(): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('checkpoints-')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap((text) => text.trimEnd().split('\n'));
  return lines.map((line) => Number((JSON.parse(line) as { checkpoint: string }).checkpoint.split('\n')[1]));
}

describe('the audit seal task', () => {
  it('seals all pending events in batches and copies every checkpoint', async () => {
    await record(2500);
    await seal(2500);
    await record(1);
    await seal(1);
    expect(await keptSizes()).toEqual([1000, 2000, 2500, 2501]);
    const text = await renderMetrics();
    expect(text).toContain('audit_sealed_events_total 2501');
    expect(text).toContain('audit_checkpoint_sink_failures_total 0');
    expect(text).toMatch(/^audit_seal_lag_seconds 0$/m);
  });

  it('continues sealing while the sink is not writable, and later copies the missed checkpoints', async () => {
    await writeFile(folder, 'a file where the folder should be');
    for (const count of [3, 2]) {
      await record(count);
      await seal(count);
    }
    expect(await renderMetrics()).toMatch(/^audit_checkpoint_sink_failures_total [1-9]/m);
    await rm(folder);
    await worker.run();
    expect(await keptSizes()).toEqual([3, 5]);
  });

  it('copies all checkpoints again to an emptied sink', async () => {
    await record(1);
    await seal(1);
    await record(1);
    await seal(1);
    await rm(folder, { recursive: true });
    await worker.run();
    expect(await keptSizes()).toEqual([1, 2]);
  });

  it('seals and signs everything once when two workers run it', async () => {
    await record(3000);
    const two = [worker, await task()];
    let total = 0;
    await eventually(async () => {
      for (const sealed of await Promise.all(two.map((each) => each.run()))) total += sealed;
      return total >= 3000;
    }, '3000 sealed events');
    expect(total).toBe(3000);
    const rows = await test.database.query<{ tree_size: string }>(
      'SELECT tree_size FROM audit_checkpoints ORDER BY tree_size',
    );
    expect(new Set(await keptSizes())).toEqual(new Set(rows.map((row) => Number(row.tree_size))));
  });

  it('stops when the log contradicts a checkpoint in the sink', async () => {
    await record(2);
    await seal(2);
    const client = test.dataSource.createQueryRunner();
    await client.query('SET session_replication_role = replica');
    await client.query('DELETE FROM audit_leaves WHERE leaf_index = 1');
    await client.query('RESET session_replication_role');
    await client.release();
    await expect(worker.run()).rejects.toThrow('the log ends at 1, but a checkpoint of 2 events was kept');
    expect(await test.database.query('SELECT leaf_index FROM audit_leaves')).toHaveLength(1);
  });
});
