import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { version } from '../../../package.json';

// Loaded only if traces are on. These libraries are CommonJS, and the bundle has their names only where they are
// imported by name.

/** Exports spans by OTLP over HTTP. */
export function createProvider({ endpoint, serviceName }: { endpoint: string; serviceName: string }) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  return new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
}

/** Reads `traceparent` and `tracestate`. */
export const createPropagator = () => new W3CTraceContextPropagator();
