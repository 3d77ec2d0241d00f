import { startAnsweringServer } from '../vendors/answering-server';

/** A span as OTLP has it in JSON. */
export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

interface Batch {
  resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[];
}

/** A collector of OpenTelemetry that keeps what it is sent. */
export async function startCollector() {
  const { origin, requests, close } = await startAnsweringServer(() => ({
    headers: { 'Content-Type': 'application/json' },
    pieces: ['{}'],
  }));
  return {
    origin,
    close,
    paths: () => requests.map(({ url }) => url),
    sent: () => requests.map(({ body }) => body).join('\n'),
    spans: () =>
      requests
        .flatMap(({ body }) => (JSON.parse(body) as Batch).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  };
}

/** The value of an attribute; undefined: the span has none of that name. */
export const attributeOf = ({ attributes }: CollectedSpan, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];
