import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { Metrics } from './metrics.js';
import { MetricsModule } from './metrics.module.js';

describe('Metrics', () => {
  it('renders what was counted, gauged and observed', async () => {
    const metrics = new Metrics();
    metrics.counter('wraps_total', 'Wraps made.', ['audience']).inc({ audience: 'agent' });
    metrics.gauge('parked_polls', 'Long polls waiting.').set(7);
    metrics.histogram('lock_seconds', 'Time to a lock.', ['task'], [0.1, 1]).observe({ task: 'seal' }, 0.5);
    const text = await metrics.render();
    expect(text).toContain('# HELP wraps_total Wraps made.');
    expect(text).toContain('wraps_total{audience="agent"} 1');
    expect(text).toContain('parked_polls 7');
    expect(text).toContain('lock_seconds_bucket{le="0.1",task="seal"} 0');
    expect(text).toContain('lock_seconds_bucket{le="1",task="seal"} 1');
  });

  it('includes the default metrics of the process', async () => {
    expect(await new Metrics().render()).toContain('process_cpu_user_seconds_total');
  });

  it('names the Prometheus text format as its content type', () => {
    expect(new Metrics().contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
  });

  it('gives the existing metric when a name is declared again', () => {
    const metrics = new Metrics();
    const first = metrics.counter('jobs_total', 'Jobs.', ['kind', 'outcome']);
    expect(metrics.counter('jobs_total', 'Jobs.', ['outcome', 'kind'])).toBe(first);
    const latency = metrics.histogram('claim_seconds', 'Claims.');
    expect(metrics.histogram('claim_seconds', 'Claims.')).toBe(latency);
    const depth = metrics.gauge('queue_depth', 'Queue.');
    expect(metrics.gauge('queue_depth', 'Queue.')).toBe(depth);
  });

  it('refuses a name that is already another kind of metric', () => {
    const metrics = new Metrics();
    metrics.counter('jobs_total', 'Jobs.');
    expect(() => metrics.gauge('jobs_total', 'Jobs.')).toThrow('metric jobs_total is already declared');
  });

  it('refuses a name that already has other labels', () => {
    const metrics = new Metrics();
    metrics.counter('jobs_total', 'Jobs.', ['kind']);
    expect(() => metrics.counter('jobs_total', 'Jobs.', ['team'])).toThrow(
      'metric jobs_total is already declared',
    );
  });

  it('reads an observed gauge each time it is asked, and forgets what is no more', async () => {
    const metrics = new Metrics();
    let kinds = ['read', 'patch'];
    metrics.observed('jobs_waiting', 'Jobs.', ['kind'], () =>
      Promise.resolve(kinds.map((kind, index) => ({ labels: { kind }, value: index + 1 }))),
    );
    metrics.observed('oldest_seconds', 'Age.', [], () => Promise.resolve([{ value: kinds.length }]));
    const text = await metrics.render();
    expect(text).toContain('jobs_waiting{kind="patch"} 2');
    expect(text).toContain('oldest_seconds 2');
    kinds = ['read'];
    const later = await metrics.render();
    expect(later).toContain('jobs_waiting{kind="read"} 1');
    expect(later).not.toContain('kind="patch"');
    expect(later).toContain('oldest_seconds 1');
  });

  it('renders the rest when an observed gauge cannot be read, which then has no figure', async () => {
    const metrics = new Metrics();
    let away = false;
    const read = () => (away ? Promise.reject(new Error('away')) : Promise.resolve([{ value: 5 }]));
    metrics.observed('oldest_seconds', 'Age.', [], read);
    metrics.observed('jobs_waiting', 'Jobs.', ['kind'], async () =>
      (await read()).map(({ value }) => ({ labels: { kind: 'read' }, value })),
    );
    await metrics.render();
    away = true;
    const text = await metrics.render();
    expect(text).toContain('oldest_seconds Nan');
    expect(text).not.toContain('jobs_waiting{');
    expect(text).toContain('process_cpu_seconds_total');
  });

  it('keeps two instances and the global registry apart', async () => {
    const one = new Metrics();
    one.counter('only_here_total', 'Here.').inc();
    expect(await one.render()).toContain('only_here_total 1');
    expect(await new Metrics().render()).not.toContain('only_here_total');
    expect(register.getSingleMetric('only_here_total')).toBeUndefined();
  });
});

describe('MetricsModule', () => {
  it('gives every module the same instance without importing it', async () => {
    @Module({ providers: [{ provide: 'counted', useFactory: (m: Metrics) => m, inject: [Metrics] }] })
    class FeatureModule {}
    const app = await Test.createTestingModule({ imports: [MetricsModule, FeatureModule] }).compile();
    expect(app.get('counted', { strict: false })).toBe(app.get(Metrics));
    expect(app.get(Metrics)).toBeInstanceOf(Metrics);
    await app.close();
  });
});
