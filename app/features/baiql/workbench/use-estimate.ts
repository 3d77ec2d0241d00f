import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf, NetworkError } from '~/core/browser/call-api';
import type { EstimateView, Validation } from '../index.server';
import { estimates } from './script-api';

export type EstimateState =
  | { kind: 'none' }
  | { kind: 'under-way'; progress: EstimateView['progress'] | null }
  | { kind: 'done'; estimateId: string; validation: Validation }
  | { kind: 'failed'; message: string };

export interface EstimateHandle {
  estimate: EstimateState;
  begin: (script: string, first?: number) => void;
  cancel: () => void;
}

const POLL_MS = 400;
/** The server keeps counting; a connection lost for longer is reported. */
const MAX_SILENCE_MS = 20_000;

/** Starts, follows and cancels an estimate on the server, one at a time. */
export function useEstimate(): EstimateHandle {
  const [estimate, setEstimate] = useState<EstimateState>({ kind: 'none' });
  const current = useRef<AbortController>();

  const stop = useCallback(() => {
    current.current?.abort();
    current.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);

  const begin = useCallback(
    (script: string, first?: number) => {
      stop();
      const controller = new AbortController();
      current.current = controller;
      const tell = (state: EstimateState) => {
        if (!controller.signal.aborted) setEstimate(state);
      };
      tell({ kind: 'under-way', progress: null });
      follow(script, first, controller.signal, (progress) => tell({ kind: 'under-way', progress }))
        .then(tell)
        .catch((error: unknown) => tell({ kind: 'failed', message: messageOf(error) }));
    },
    [stop],
  );

  const cancel = useCallback(() => {
    stop();
    setEstimate({ kind: 'none' });
  }, [stop]);

  return { estimate, begin, cancel };
}

async function follow(
  script: string,
  first: number | undefined,
  signal: AbortSignal,
  onProgress: (progress: EstimateView['progress']) => void,
): Promise<EstimateState> {
  let view = await estimates.begin(script, first);
  const { estimateId } = view;
  // Otherwise the server would keep counting for no one.
  const callOff = () => void estimates.cancel(estimateId).catch(() => undefined);
  if (signal.aborted) callOff();
  else signal.addEventListener('abort', callOff, { once: true });
  while (!signal.aborted && (view.status === 'queued' || view.status === 'running')) {
    onProgress(view.progress);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    view = await pollUntilReachable(estimateId, signal);
  }
  signal.removeEventListener('abort', callOff);
  if (view.validation) return { kind: 'done', estimateId, validation: view.validation };
  return { kind: 'failed', message: view.error?.message ?? 'The estimate was canceled.' };
}

async function pollUntilReachable(estimateId: string, signal: AbortSignal): Promise<EstimateView> {
  for (const since = performance.now(); ; await new Promise((resolve) => setTimeout(resolve, POLL_MS))) {
    try {
      return await estimates.get(estimateId);
    } catch (error) {
      const isLost = error instanceof NetworkError && performance.now() - since < MAX_SILENCE_MS;
      if (!isLost || signal.aborted) throw error;
    }
  }
}
