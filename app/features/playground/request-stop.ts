import { fetchApi } from '~/core/browser/call-api';

/** A request that has ended meanwhile cannot be stopped; its end arrives by the stream anyway. */
export function requestStop(key: string): void {
  const address = `/api/ai/operations/${encodeURIComponent(key)}/stop`;
  void fetchApi(address, { method: 'POST' }).catch(() => undefined);
}
