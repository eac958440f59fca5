import { resolve } from 'node:path';

/** Makes a process of the service, or the agent, write its spans to its output. */
export const TRACING = { NODE_OPTIONS: `--import ${resolve('test/support/tracing-sdk.mjs')}` };

/** A span that a process wrote. */
export interface WrittenSpan {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly status: object;
  readonly events: readonly unknown[];
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
}

/** The spans that processes wrote. */
export class Spans {
  readonly all: readonly WrittenSpan[];

  constructor(output: string) {
    const lines = output.split('\n').filter((line) => line.startsWith('{"span":'));
    this.all = lines.map((line) => (JSON.parse(line) as { span: WrittenSpan }).span);
  }

  /** Returns the names of a span and of those it is a part of, the outermost last. */
  lineage(span: WrittenSpan): string[] {
    const parent = this.all.find((each) => each.spanId === span.parentId && each.traceId === span.traceId);
    return [span.name, ...(parent ? this.lineage(parent) : [])];
  }
}
