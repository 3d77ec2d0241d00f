import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
} from '@opentelemetry/api';
import type { Env } from '~/core/server/env.server';

/** The span of the current request; unset while traces are off. */
const currentContext = new AsyncLocalStorage<Context | undefined>();

/** For work that outlives the request that starts it, such as a batch run: its spans have no parent. */
export const outsideRequest = <T>(work: () => T): T =>
  currentContext.getStore() === undefined ? work() : currentContext.run(undefined, work);

/** Traces HTTP requests and their provider requests. Spans contain no prompt, reply or URL. */
export interface Traces {
  /** The headers may name a parent span (W3C trace context); omit those of untrusted clients. */
  beginRequest(request: { method: string; requestId: string; headers: IncomingHttpHeaders }): RequestTrace;
  /** Records a completed provider request as a child of the current request. */
  recordCall(call: TracedCall): void;
  /** Flushes pending spans. */
  close(): Promise<void>;
}

export interface RequestTrace {
  /** Spans started inside are children of this request's. */
  run(work: () => void): void;
  end(response: { status: number; route: string | undefined }): void;
}

interface TracedCall {
  name: string;
  ms: number;
  isFailure: boolean;
  attributes: Attributes;
}

/** Undefined, and the libraries are not loaded, unless an endpoint is configured. */
export async function createTraces(
  env: Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME'>,
): Promise<Traces | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { createPropagator, createProvider } = await import('./trace-provider.server');
  const provider = createProvider({ endpoint, serviceName: env.OTEL_SERVICE_NAME });
  const propagator = createPropagator();
  const tracer = provider.getTracer('promptwell');
  return {
    beginRequest({ method, requestId, headers }) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = { 'http.request.method': method, 'promptwell.request_id': requestId };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      return {
        run: (work) => currentContext.run(trace.setSpan(parent, span), work),
        end({ status, route }) {
          span.setAttribute('http.response.status_code', status);
          if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    recordCall({ name, ms, isFailure, attributes }) {
      const endMs = Date.now();
      const parent = currentContext.getStore() ?? ROOT_CONTEXT;
      const options = { kind: SpanKind.CLIENT, startTime: endMs - ms, attributes };
      const span = tracer.startSpan(name, options, parent);
      if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endMs);
    },
    close: () => provider.shutdown(),
  };
}
