import { type Context, context, propagation } from '@opentelemetry/api';

/** W3C Trace Context. Baggage, which may hold anything, is neither read nor sent. */
const SENT = ['traceparent', 'tracestate'];
/** A foreign tracestate may contain anything and would be exported with spans. */
const RECEIVED = ['traceparent'];

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const READ = {
  keys: () => RECEIVED,
  get: (headers: Headers, name: string) => (RECEIVED.includes(name) ? headers[name] : undefined),
};

const WRITE = {
  set: (headers: Record<string, string>, name: string, value: string) => {
    if (SENT.includes(name)) headers[name] = value;
  },
};

/** Returns the headers that identify a context's span; none without an SDK. */
export function traceHeaders(of: Context = context.active()): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(of, headers, WRITE);
  return headers;
}

/** Returns the context of the span in the headers; the current one if there is none. */
export function contextOf(headers: Headers): Context {
  return propagation.extract(context.active(), headers, READ);
}

/** Runs `work` as a child of the span in the headers. */
export function continueTrace<Result>(headers: Headers, work: () => Result): Result {
  return context.with(contextOf(headers), work);
}
