import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, type Metric } from 'prom-client';

/** One figure of a gauge that is read when it is asked for. */
export interface Sample<L extends string = string> {
  readonly labels?: Readonly<Record<L, string>>;
  readonly value: number;
}

/** A gauge that is not read by then has no figure; the rest of the answer does not wait for it. */
const DEADLINE_MS = 3000;

/**
 * The metrics of one process, in a registry of its own (prom-client's global one is shared by whatever
 * imports it). Asking twice for one name gives the same metric, so that each owner may declare what it uses.
 * Names, help texts and labels are constants of the code; label values never hold input.
 */
export class Metrics {
  readonly #registry = new Registry();
  #underWay: Promise<string> | null = null;

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** A count that only grows; its name ends in `_total`. @throws Error as declared() does. */
  counter<L extends string = never>(name: string, help: string, labels: readonly L[] = []): Counter<L> {
    return this.#declared(name, labels, Counter, () => {
      return new Counter({ name, help, labelNames: [...labels], registers: [this.#registry] });
    });
  }

  /** A value that goes up and down. @throws Error as declared() does. */
  gauge<L extends string = never>(name: string, help: string, labels: readonly L[] = []): Gauge<L> {
    return this.#declared(name, labels, Gauge, () => {
      return new Gauge({ name, help, labelNames: [...labels], registers: [this.#registry] });
    });
  }

  /**
   * A gauge that is read whenever somebody asks for the metrics. While `read` fails it has no figure (NaN where
   * it has no labels): what is not known must not look like what was last known. @throws Error for a name in use.
   */
  observed<L extends string = never>(
    name: string,
    help: string,
    labels: readonly L[],
    read: () => Promise<readonly Sample<L>[]>,
  ): void {
    const gauge: Gauge<L> = new Gauge({
      ...{ name, help, labelNames: [...labels], registers: [this.#registry] },
      collect: async () => {
        const samples = await inTime(read).catch(() => null);
        gauge.reset();
        if (samples === null && labels.length === 0) gauge.set(NaN);
        for (const { labels: of, value } of samples ?? []) gauge.set((of ?? {}) as Record<L, string>, value);
      },
    });
  }

  /**
   * A distribution; a duration is in seconds and its name ends in `_seconds`. `buckets` are upper bounds,
   * ascending; prom-client's (5 ms to 10 s) when absent. @throws Error as declared() does.
   */
  histogram<L extends string = never>(
    name: string,
    help: string,
    labels: readonly L[] = [],
    buckets?: readonly number[],
  ): Histogram<L> {
    return this.#declared(name, labels, Histogram, () => {
      const limits = buckets === undefined ? {} : { buckets: [...buckets] };
      return new Histogram({ name, help, labelNames: [...labels], registers: [this.#registry], ...limits });
    });
  }

  /**
   * Every metric in the Prometheus text format, to be answered as `contentType`. Read once for all who ask meanwhile:
   * anybody may ask, and gauges ask the database.
   */
  render(): Promise<string> {
    return (this.#underWay ??= this.#registry.metrics().finally(() => (this.#underWay = null)));
  }

  /** The media type of what render() gives. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The metric of that name, made on first use. @throws Error when it exists as another kind or with other labels. */
  #declared<M extends Metric>(
    name: string,
    labels: readonly string[],
    kind: new (...args: never[]) => M,
    make: () => M,
  ): M {
    const existing: unknown = this.#registry.getSingleMetric(name);
    if (existing === undefined) return make();
    if (!(existing instanceof kind) || labelsOf(existing) !== [...labels].sort().join()) {
      throw new Error(`metric ${name} is already declared as another kind or with other labels`);
    }
    return existing;
  }
}

async function inTime<T>(read: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), DEADLINE_MS);
  });
  return Promise.race([read(), late]).finally(() => clearTimeout(timer));
}

function labelsOf(metric: object): string {
  // prom-client keeps the declared names on the metric, but not in its typings.
  return [...(metric as { labelNames: string[] }).labelNames].sort().join();
}
