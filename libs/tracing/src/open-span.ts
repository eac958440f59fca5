import {
  type Context,
  context,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { errorType } from './error-type.js';
import { allowedAttributes, type SpanAttributes } from './span-attributes.js';

/** Where spans begin. A span has this name when it is sampled, and a longer one afterwards. */
const SEAMS = {
  call: SpanKind.SERVER,
  statement: SpanKind.CLIENT,
  cache: SpanKind.CLIENT,
  key_service: SpanKind.CLIENT,
  task: SpanKind.INTERNAL,
  exchange: SpanKind.CLIENT,
} as const;

export type Seam = keyof typeof SEAMS;

/** What a span says: a name of few different ones, and attributes of the allow-list. */
export interface SpanFacts {
  readonly name: string;
  readonly attributes: SpanAttributes;
}

const tracer = trace.getTracer('countersign');

/** A span that has begun and must be ended. */
class OpenSpan {
  constructor(
    private readonly span: Span,
    readonly context: Context,
  ) {}

  /** Runs `work` as a part of this span, across everything that it awaits. */
  run<Result>(work: () => Result): Result {
    return context.with(this.context, work);
  }

  /** Says more of it. */
  tell({ name, attributes }: SpanFacts): void {
    this.span.updateName(name).setAttributes(allowedAttributes(attributes));
  }

  end(): void {
    this.span.end();
  }

  /** Ends it as failed. @param type a code or a class of errors, never a message */
  fail(type: string): void {
    this.span.setAttributes(allowedAttributes({ 'error.type': type }));
    this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }

  /** Ends it when `work` is settled. */
  until(work: Promise<unknown>): void {
    work.then(
      () => this.end(),
      (error: unknown) => this.fail(errorType(error)),
    );
  }
}

/**
 * Begins a span as a part of the current one.
 *
 * @param facts called only where the span is recorded
 * @param parent the context that it is a part of instead
 * @returns null where the operator has added no OpenTelemetry SDK
 */
export function openSpan(seam: Seam, facts: () => SpanFacts, parent = context.active()): OpenSpan | null {
  const span = tracer.startSpan(seam, { kind: SEAMS[seam] }, parent);
  if (!isSpanContextValid(span.spanContext())) return null;
  const open = new OpenSpan(span, trace.setSpan(parent, span));
  if (span.isRecording()) open.tell(facts());
  return open;
}

/** Runs `work` in a span that ends with it. Without an SDK it only runs `work`. */
export function traced<Result>(
  seam: Seam,
  facts: () => SpanFacts,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = openSpan(seam, facts);
  if (!span) return work();
  const result = span.run(work);
  span.until(result);
  return result;
}
