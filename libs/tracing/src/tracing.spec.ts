import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { callSpans } from './call-spans.js';
import { openSpan, traced } from './open-span.js';
import { continueTrace, traceHeaders } from './trace-headers.js';

const NAMED = () => ({ name: 'named', attributes: {} });
const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** A response with the members that the middleware uses. */
class FakeAnswer extends EventEmitter {
  readonly headers = new Map<string, unknown>();
  headersSent = true;
  statusCode = 200;
  getHeader = (name: string) => this.headers.get(name);
  setHeader = (name: string, value: unknown) => this.headers.set(name, value);
}

function call(headers: IncomingMessage['headers'], answer = new FakeAnswer()): FakeAnswer {
  const request = { method: 'GET', headers, url: '/api/v1/canary', route: { path: '/api/v1/:id' } };
  callSpans(request as unknown as IncomingMessage, answer as unknown as ServerResponse, () => undefined);
  answer.emit('close');
  return answer;
}

describe('without an OpenTelemetry SDK', () => {
  it('creates no span and no header, and computes no attributes', async () => {
    const never = () => Promise.reject(new Error('must not be asked'));
    expect(openSpan('statement', never as never)).toBeNull();
    expect(await traced('cache', never as never, async () => 'done')).toBe('done');
    expect(traceHeaders()).toEqual({});
    expect(call({ traceparent: PARENT, 'x-agent-secret': 'x' }).headers.size).toBe(0);
  });
});

describe('with an OpenTelemetry SDK', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const only = () => exporter.getFinishedSpans()[0]!;

  beforeAll(() => provider.register());
  afterEach(() => exporter.reset());
  afterAll(async () => {
    await provider.shutdown();
    trace.disable();
    context.disable();
    propagation.disable();
  });

  it('keeps only allow-listed attributes of the right type, truncated', () => {
    const attributes = {
      'http.route': 'r'.repeat(400),
      'http.response.status_code': '200',
      'db.query.text': 'canary',
      secret_ref: 'canary',
    } as object;
    openSpan('call', () => ({ name: 'a', attributes }))?.end();
    expect(only().attributes).toEqual({ 'http.route': 'r'.repeat(300) });
  });

  it.each([
    ['a code', Object.assign(new Error('canary'), { code: '23505' }), '23505'],
    ['a class', new RangeError('canary'), 'RangeError'],
    ['a class of our own', new (class LostError extends Error {})('canary'), 'LostError'],
    ['a name that says too much', Object.assign(new Error('x'), { name: 'canary said' }), 'Error'],
    ['no error', 'canary', 'NonError'],
  ])('records a failure by its type, never by its message: %s', async (_, thrown, type) => {
    const failed = traced('statement', NAMED, () => Promise.reject(thrown as Error));
    await expect(failed).rejects.toBe(thrown);
    expect(only().attributes).toEqual({ 'error.type': type });
    expect(only().status).toEqual({ code: 2 });
    expect(only().events).toEqual([]);
  });

  it('nests spans, also under the parent of the remote side', async () => {
    await continueTrace({ traceparent: PARENT, tracestate: 'canary=1', baggage: 'canary=1' }, () =>
      traced('exchange', NAMED, async () => {
        expect(Object.keys(traceHeaders())).toEqual(['traceparent']);
        await traced('cache', NAMED, async () => undefined);
      }),
    );
    const [inner, outer] = exporter.getFinishedSpans();
    expect(inner!.parentSpanContext?.spanId).toBe(outer!.spanContext().spanId);
    expect([inner, outer].map((span) => span!.spanContext().traceState)).toEqual([undefined, undefined]);
    expect(PARENT).toContain(`${outer!.spanContext().traceId}-${outer!.parentSpanContext?.spanId}`);
  });

  it('does not record what the remote side has not sampled', () => {
    const unsampled = PARENT.replace(/01$/, '00');
    const sent = continueTrace({ traceparent: unsampled }, () => traceHeaders());
    expect(sent).toEqual({ traceparent: unsampled });
    call({ traceparent: unsampled });
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('names a request span after the route template, and passes the context to agents', () => {
    expect(call({}).headers.size).toBe(0);
    expect(only().name).toBe('GET /api/v1/:id');
    expect(JSON.stringify(only().attributes)).not.toContain('canary');
    const told = call({ 'x-agent-secret': 'x' }).headers.get('traceparent');
    expect(told).toContain(exporter.getFinishedSpans()[1]!.spanContext().spanId);
  });

  it.each([
    [{ statusCode: 404 }, undefined],
    [{ statusCode: 503 }, '503'],
    [{ headersSent: false }, 'client_went_away'],
  ])('a call that ended with %j records the error %s', (ending, type) => {
    call({}, Object.assign(new FakeAnswer(), ending));
    expect(only().attributes['error.type']).toBe(type);
  });
});
