import { type Context, context, propagation } from '@opentelemetry/api';

/** W3C Trace Context. Baggage, which may hold anything, is neither read nor sent. */
const HEADERS = ['traceparent', 'tracestate'];
/** Other people's tracestate may hold anything, too, and spans are exported with it. */
const TAKEN = 'traceparent';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const READ = {
  keys: () => [TAKEN],
  get: (headers: Headers, name: string) => (name === TAKEN ? headers[name] : undefined),
};

const WRITE = {
  set: (headers: Record<string, string>, name: string, value: string) => {
    if (HEADERS.includes(name)) headers[name] = value;
  },
};

/** Returns the headers that name the span of a context to the other side: none without an SDK. */
export function traceHeaders(of: Context = context.active()): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(of, headers, WRITE);
  return headers;
}

/** Returns the context of the span that the other side's headers name, the current one where they name none. */
export function contextOf(headers: Headers): Context {
  return propagation.extract(context.active(), headers, READ);
}

/** Runs `work` as a part of the span that the other side's headers name. */
export function continueTrace<Result>(headers: Headers, work: () => Result): Result {
  return context.with(contextOf(headers), work);
}
