import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DiscoverTarget } from '#libs/config';
import { createLogger, NestPinoLogger } from '#libs/logging';
import { type ProviderWorld, providerWorld } from '../../providers/src/testing/provider-world.js';
import { DiscoverySchedulerTask } from './discovery-scheduler.task.js';

const TARGET: DiscoverTarget = {
  ...{ name: 'old', type: 'vault', clusterName: 'east' },
  ...{ scope: { address: 'https://old.example.test' }, intervalSeconds: 60 },
};

describe('the discovery scheduler', () => {
  let world: ProviderWorld;
  const warnings: string[] = [];
  const destination = {
    write: (line: string) => void warnings.push((JSON.parse(line) as { warning: string }).warning),
  };
  beforeAll(async () => {
    world = await providerWorld();
    Logger.overrideLogger(new NestPinoLogger(createLogger({ name: 'spec', level: 'warn', destination })));
  });
  afterAll(() => world.end());

  const tick = async (targets: readonly DiscoverTarget[] | null): Promise<[number, string | undefined]> => {
    warnings.length = 0;
    return [await world.get(DiscoverySchedulerTask).run(targets), warnings[0]];
  };

  it('does nothing and logs nothing when nothing is due and the variable is unset', async () => {
    expect(await tick(null)).toEqual([0, undefined]);
  });

  it('uses the deprecated targets, with a warning at each tick, while no connection is scheduled', async () => {
    const deprecated = expect.stringMatching(/^SVC_DISCOVER_TARGETS_JSON is deprecated:/);
    expect(await tick([TARGET])).toEqual([1, deprecated]);
    expect(await tick([TARGET])).toEqual([0, deprecated]);
  });

  it('ignores the deprecated targets, with a warning at each tick, once a connection is scheduled', async () => {
    await world.connection({ discover_enabled: true });
    const ignored = expect.stringContaining('ignored');
    expect(await tick([{ ...TARGET, name: 'another' }])).toEqual([1, ignored]);
    expect(await tick([{ ...TARGET, name: 'another' }])).toEqual([0, ignored]);
    const jobs = await world.db.database.query<{ name: string | null }>(
      `SELECT target->>'name' AS name FROM jobs WHERE kind = 'discover' ORDER BY created_at`,
    );
    expect(jobs).toEqual([{ name: 'old' }, { name: null }]);
  });
});
