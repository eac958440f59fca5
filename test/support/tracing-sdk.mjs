import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';

// What an operator adds by NODE_OPTIONS=--import, with an exporter that writes each span as a line of the process's output.
const onStandardOutput = {
  export(spans, done) {
    for (const span of spans) {
      const { traceId, spanId } = span.spanContext();
      const { name, kind, attributes, status, events } = span;
      const parentId = span.parentSpanContext?.spanId ?? null;
      const told = { name, kind, attributes, status, events, traceId, spanId, parentId };
      process.stdout.write(`${JSON.stringify({ span: told })}\n`);
    }
    done({ code: 0 });
  },
  shutdown: async () => undefined,
};

new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(onStandardOutput)] }).register();
