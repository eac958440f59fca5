import { Inject, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeCounterProvider, PrometheusModule } from '@willsoto/nestjs-prometheus';
import { register } from 'prom-client';
import { MetricsController } from './metrics.controller.js';
import { observedGauge } from './observed-gauge.js';
import { METRICS_TYPE, renderMetrics } from './render-metrics.js';

/** The dependency of the gauges, which is injected. */
class Store {
  kinds = ['read', 'patch'];
  away = false;
  reads = 0;

  async read(): Promise<string[]> {
    this.reads += 1;
    if (this.away) throw new Error('away');
    return this.kinds;
  }
}

@Module({
  providers: [
    Store,
    observedGauge({
      name: 'jobs_waiting',
      help: 'Jobs.',
      labelNames: ['kind'],
      inject: [Store],
      read: async (store) =>
        (await store.read()).map((kind, index) => ({ labels: { kind }, value: index + 1 })),
    }),
    observedGauge({
      name: 'oldest_seconds',
      help: 'Age.',
      inject: [Store],
      read: async (store) => [{ value: (await store.read()).length }],
    }),
  ],
})
class FeatureModule {}

let app: TestingModule;
let store: Store;
beforeEach(async () => {
  register.clear();
  const prometheus = PrometheusModule.register({ controller: MetricsController });
  app = await Test.createTestingModule({ imports: [prometheus, FeatureModule] }).compile();
  store = app.get(Store, { strict: false });
});
afterEach(() => app.close());

describe('the metrics page', () => {
  it('includes the default metrics of the process', async () => {
    expect(await renderMetrics()).toContain('process_cpu_user_seconds_total');
  });

  it('has the Prometheus content type', () => {
    expect(METRICS_TYPE).toBe('text/plain; version=0.0.4; charset=utf-8');
  });

  it('is rendered once for concurrent scrapes', async () => {
    const pages = await Promise.all(Array.from({ length: 10 }, renderMetrics));
    expect(new Set(pages).size).toBe(1);
    expect(store.reads).toBe(2);
    await renderMetrics();
    expect(store.reads).toBe(4);
  });
});

describe('an observed gauge', () => {
  it('is read at each scrape, and drops labels that no longer exist', async () => {
    const text = await renderMetrics();
    expect(text).toContain('# HELP jobs_waiting Jobs.');
    expect(text).toContain('jobs_waiting{kind="patch"} 2');
    expect(text).toContain('oldest_seconds 2');
    store.kinds = ['read'];
    const later = await renderMetrics();
    expect(later).toContain('jobs_waiting{kind="read"} 1');
    expect(later).not.toContain('kind="patch"');
    expect(later).toContain('oldest_seconds 1');
  });

  it('is omitted when reading fails, without failing the page', async () => {
    await renderMetrics();
    store.away = true;
    const text = await renderMetrics();
    expect(text).toContain('oldest_seconds Nan');
    expect(text).not.toContain('jobs_waiting{');
    expect(text).toContain('process_cpu_seconds_total');
  });

  it('does not fail the page when it throws synchronously', async () => {
    store.read = () => {
      throw new Error('away');
    };
    expect(await renderMetrics()).toContain('oldest_seconds Nan');
  });
});

describe('a metric declared by two modules', () => {
  it('is registered once', async () => {
    const counter = makeCounterProvider({ name: 'jobs_total', help: 'Jobs.', labelNames: ['kind'] });
    const token = 'PROM_METRIC_JOBS_TOTAL';
    @Module({ providers: [counter] })
    class One {
      constructor(@Inject(token) readonly counter: unknown) {}
    }
    @Module({ providers: [counter] })
    class Other {
      constructor(@Inject(token) readonly counter: unknown) {}
    }
    const both = await Test.createTestingModule({ imports: [One, Other] }).compile();
    expect(both.get(One).counter).toBe(both.get(Other).counter);
    await both.close();
  });
});
