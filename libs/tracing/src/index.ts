export { type AllowList, allowListed } from './allow-listed.js';
export { callSpans } from './call-spans.js';
export { errorCode, errorName } from './error-type.js';
export { openSpan, type SpanFacts, traced } from './open-span.js';
export { routeTemplate } from './route-template.js';
export { continueTrace, traceHeaders } from './trace-headers.js';
