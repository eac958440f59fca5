import type { Provider } from '@nestjs/common';
import { makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import { withTimeout } from '#libs/core';

/** One series of a gauge and its value. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Injection tokens of `D`. */
type Tokens<D extends readonly unknown[]> = {
  readonly [K in keyof D]: (abstract new (...args: never[]) => D[K]) | symbol;
};

type Read<D extends readonly unknown[]> = (...injected: D) => readonly Sample[] | Promise<readonly Sample[]>;

export interface ObservedGauge<D extends readonly unknown[]> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  readonly inject: Tokens<D>;
  /** Reads the current series from the injected dependencies. */
  readonly read: Read<D>;
}

/** Timeout of a gauge in milliseconds: it then has no value, and the rest of the page is not delayed. */
const DEADLINE_MS = 3000;

/**
 * Returns the provider of a gauge that is read at each scrape. If `read` fails it has no value (NaN without labels): an
 * unknown value must neither look like the last known one nor fail the page.
 */
export function observedGauge<const D extends readonly unknown[]>(gauge: ObservedGauge<D>): Provider {
  const { name, help, labelNames = [], inject, read } = gauge;
  return makeGaugeProvider({
    ...{ name, help, labelNames: [...labelNames], inject: [...(inject as Tokens<unknown[]>)] },
    async collect(...injected) {
      const samples = await withTimeout(DEADLINE_MS, readLater(read, injected as unknown as D)).catch(
        () => null,
      );
      this.reset();
      if (samples === null && labelNames.length === 0) this.set(NaN);
      for (const { labels = {}, value } of samples ?? []) this.set(labels, value);
    },
  });
}

/**
 * prom-client collects all gauges concurrently: those of the pool are to be read before the page's own queries take
 * connections.
 */
async function readLater<D extends readonly unknown[]>(
  read: Read<D>,
  injected: D,
): Promise<readonly Sample[]> {
  await Promise.resolve();
  return read(...injected);
}
