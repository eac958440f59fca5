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

/** The types of spans. A span is sampled under this name, and gets a longer one afterwards. */
const SEAMS = {
  call: SpanKind.SERVER,
  statement: SpanKind.CLIENT,
  cache: SpanKind.CLIENT,
  key_service: SpanKind.CLIENT,
  task: SpanKind.INTERNAL,
  exchange: SpanKind.CLIENT,
} as const;

export type Seam = keyof typeof SEAMS;

/** A span's name, of low cardinality, and attributes of the allow-list. */
export interface SpanFacts {
  readonly name: string;
  readonly attributes: SpanAttributes;
}

const tracer = trace.getTracer('countersign');

/** A started span, which must be ended. */
class OpenSpan {
  constructor(
    private readonly span: Span,
    readonly context: Context,
  ) {}

  /** Runs `work` within this span, across everything that it awaits. */
  run<Result>(work: () => Result): Result {
    return context.with(this.context, work);
  }

  /** Sets a more specific name and attributes. */
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
 * Starts a span as a child of the current one.
 * @param facts called only if the span is recorded
 * @param parent another parent context
 * @returns null if the operator has added no OpenTelemetry SDK
 */
export function openSpan(seam: Seam, facts: () => SpanFacts, parent = context.active()): OpenSpan | null {
  const span = tracer.startSpan(seam, { kind: SEAMS[seam] }, parent);
  if (!isSpanContextValid(span.spanContext())) return null;
  const open = new OpenSpan(span, trace.setSpan(parent, span));
  if (span.isRecording()) open.tell(facts());
  return open;
}

/** Runs `work` in a span that ends with it; without an SDK only `work`. */
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
