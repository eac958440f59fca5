import {
  type Context,
  context,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { errorTypeOf } from './error-type.js';
import { allowedAttributes, type SpanAttributes } from './span-attributes.js';

/** The types of spans. A span is sampled under this name, and gets a longer one afterwards. */
const SPAN_KINDS = {
  call: SpanKind.SERVER,
  statement: SpanKind.CLIENT,
  cache: SpanKind.CLIENT,
  key_service: SpanKind.CLIENT,
  task: SpanKind.INTERNAL,
  exchange: SpanKind.CLIENT,
} as const;

export type SpanType = keyof typeof SPAN_KINDS;

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
  describe({ name, attributes }: SpanFacts): void {
    this.span.updateName(name).setAttributes(allowedAttributes(attributes));
  }

  /** Ends it as successful. */
  end(): void {
    this.span.end();
  }

  /** Ends it as failed. @param errorType a code or a class of errors, never a message */
  fail(errorType: string): void {
    this.span.setAttributes(allowedAttributes({ 'error.type': errorType }));
    this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }

  /** Ends it when `work` is settled. */
  until(work: Promise<unknown>): void {
    work.then(
      () => this.end(),
      (error: unknown) => this.fail(errorTypeOf(error)),
    );
  }
}

/**
 * Starts a span as a child of the current one.
 * @param facts called only if the span is recorded
 * @param parent another parent context
 * @returns null if the operator has added no OpenTelemetry SDK
 */
export function openSpan(type: SpanType, facts: () => SpanFacts, parent = context.active()): OpenSpan | null {
  const span = tracer.startSpan(type, { kind: SPAN_KINDS[type] }, parent);
  if (!isSpanContextValid(span.spanContext())) return null;
  const open = new OpenSpan(span, trace.setSpan(parent, span));
  if (span.isRecording()) open.describe(facts());
  return open;
}

/** Runs `work` in a span that ends with it; without an SDK only `work`. */
export function traced<Result>(
  type: SpanType,
  facts: () => SpanFacts,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = openSpan(type, facts);
  if (!span) return work();
  const result = span.run(work);
  span.until(result);
  return result;
}
