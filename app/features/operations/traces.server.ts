import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { Env } from '~/core/server/env.server';

interface Traced {
  name: string;
  kind: 'server' | 'client';
  ms: number;
  isFailure: boolean;
  attributes: Record<string, string | number>;
}

/** Spans that are told when they have ended: requests, and calls to providers. No prompt or reply is in one. */
export interface Traces {
  record(span: Traced): void;
  /** Sends what is waiting. */
  close(): Promise<void>;
}

const NO_TRACES: Traces = { record: () => undefined, close: () => Promise.resolve() };

/** Off, and not even loaded, unless an address to send them to is set. */
export async function createTraces(
  env: Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME'>,
): Promise<Traces> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return NO_TRACES;
  const { createProvider } = await import('./trace-provider.server');
  const provider = createProvider({ endpoint, serviceName: env.OTEL_SERVICE_NAME });
  const tracer = provider.getTracer('promptwell');
  return { record: (span) => record(tracer, span), close: () => provider.shutdown() };
}

function record(tracer: Tracer, { name, kind, ms, isFailure, attributes }: Traced): void {
  const endMs = Date.now();
  const span = tracer.startSpan(name, {
    kind: kind === 'server' ? SpanKind.SERVER : SpanKind.CLIENT,
    startTime: endMs - ms,
    attributes,
  });
  if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endMs);
}
