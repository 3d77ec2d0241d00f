import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { version } from '../../../package.json';

/**
 * Sends spans by OTLP over HTTP. A module of its own, which is loaded when traces are on: its libraries are CommonJS, and
 * the bundle has their names only where they are imported by name.
 */
export function createProvider({ endpoint, serviceName }: { endpoint: string; serviceName: string }) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  return new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
}
