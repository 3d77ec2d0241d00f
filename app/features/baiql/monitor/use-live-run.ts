import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Schema } from '~/core/browser/call-api';
import { isActiveRun, runEvents, type RunView } from '../runs/responses';
import { addSample, type Sample } from './progress';
import type { RunCalls } from './run-api';

/** As specified, while the event stream is unavailable. */
const POLL_MS = 1_500;
/** Lines arrive by the hundred; minimum interval between renders. */
const RENDER_INTERVAL_MS = 100;
/** The page size of the server. */
const MAX_LINES = 2_000;

interface Start {
  run: RunView;
  logs: readonly string[];
  lastLine: number;
  isLive: boolean;
}

export interface LiveRun {
  run: RunView;
  logs: readonly string[];
  samples: readonly Sample[];
  /** `lost`: polling, because the event stream is unavailable. */
  connection: 'events' | 'lost' | 'ended';
  /** Sets the run returned by an action, and follows it from there. */
  take(run: RunView): void;
}

/** Follows a run by server-sent events, with polling as a fallback. */
export function useLiveRun(calls: RunCalls, start: Start): LiveRun {
  const [run, setRun] = useState(start.run);
  const [logs, setLogs] = useState(start.logs);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [connection, setConnection] = useState<LiveRun['connection']>(start.isLive ? 'events' : 'ended');
  /** Incremented to reconnect. */
  const [round, setRound] = useState(start.isLive ? 1 : 0);
  const lastLine = useRef(start.lastLine);

  useEffect(() => {
    if (round === 0) return;
    let latest: RunView | null = null;
    let lines: string[] = [];
    let drawing: ReturnType<typeof setTimeout> | undefined;
    let polling: AbortController | undefined;

    const flush = () => {
      drawing = undefined;
      const [next, added] = [latest, lines];
      [latest, lines] = [null, []];
      if (next !== null) {
        setRun(next);
        setSamples((before) => addSample(before, { atMs: Date.now(), done: next.current }));
      }
      if (added.length > 0) setLogs((before) => [...before, ...added].slice(-MAX_LINES));
    };
    const flushSoon = () => {
      drawing ??= setTimeout(flush, RENDER_INTERVAL_MS);
    };
    const takeLine = (number: number, line: string) => {
      if (number <= lastLine.current) return;
      lastLine.current = number;
      lines.push(line);
      flushSoon();
    };

    async function poll(signal: AbortSignal): Promise<void> {
      try {
        const answer = await calls.read(signal);
        const more = await calls.logs(lastLine.current, signal);
        latest = answer;
        more.lines.forEach(({ number }, index) => takeLine(number, more.logs[index] ?? ''));
        flushSoon();
        if (!isActiveRun(answer) && answer.inFlight === undefined) {
          end();
          return;
        }
      } catch {
        // Polling errors are ignored, as specified: the next attempt may succeed.
      }
      pollSoon(signal);
    }
    function pollSoon(signal: AbortSignal): void {
      if (!signal.aborted) setTimeout(() => void poll(signal), POLL_MS);
    }
    const startPolling = () => {
      setConnection('lost');
      if (polling !== undefined) return;
      polling = new AbortController();
      pollSoon(polling.signal);
    };
    /** Aborts polls in flight as well: their responses may be older than the stream's data. */
    const stopPolling = () => {
      polling?.abort();
      polling = undefined;
    };
    const end = () => {
      events.close();
      stopPolling();
      setConnection('ended');
    };

    const events = new EventSource(calls.events(lastLine.current));
    const on = <Data>(name: keyof typeof runEvents, schema: Schema<Data>, take: (data: Data) => void) =>
      events.addEventListener(name, ({ data }: MessageEvent<string>) => take(schema.parse(JSON.parse(data))));
    on('progress', runEvents.progress, (next) => {
      latest = next;
      flushSoon();
    });
    on('log', runEvents.log, ({ number, line }) => takeLine(number, line));
    on('done', runEvents.done, (next) => {
      latest = next;
      flushSoon();
      end();
    });
    events.addEventListener('open', () => {
      stopPolling();
      setConnection('events');
    });
    // EventSource reconnects on its own. Poll until it has, or for good if it gives up (too many readers, signed out).
    events.addEventListener('error', startPolling);
    return () => {
      events.close();
      stopPolling();
      clearTimeout(drawing);
      // Its lines count as received, but its state is older than the one that an action has returned.
      latest = null;
      flush();
    };
  }, [calls, round]);

  const take = useCallback((next: RunView) => {
    setRun(next);
    setSamples([]);
    setConnection('events');
    setRound((before) => before + 1);
  }, []);
  return useMemo(() => ({ run, logs, samples, connection, take }), [run, logs, samples, connection, take]);
}
