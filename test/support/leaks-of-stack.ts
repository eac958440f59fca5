import { leaksIn, leaksInCache, leaksInDatabase } from './canary-scan.js';
import { metricsOf } from './figure-of.js';
import type { Leak } from './leak.js';
import type { TestStack } from './test-stack.js';

/** Looks through database and cache of a stack, logs and metrics of its processes, and what an agent has written. */
export async function leaksOfStack(stack: TestStack, agent: { output(): string }): Promise<Leak[]> {
  const processes = [...stack.apis, ...(stack.worker ? [stack.worker] : [])];
  const metrics = await Promise.all(processes.map(metricsOf));
  return [
    ...(await leaksInDatabase(stack.databaseUrl)),
    ...(await leaksInCache(stack.redisUrl)),
    ...leaksIn('logs', [...processes, agent].map((each) => each.output()).join('\n')),
    ...leaksIn('metrics', metrics.join('\n')),
  ];
}
