import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Schema } from '~/core/browser/call-api';
import { isUnderWay, runEvents, type RunView } from '../runs/answers';
import { addSample, type Sample } from './progress';
import type { RunCalls } from './run-api';

/** As specified, while the stream of events cannot be had. */
const POLL_MS = 1_500;
/** Lines arrive by the hundred; the page is drawn again this often at most. */
const DRAW_MS = 100;
/** As many as the server gives at once. */
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
  /** How it is followed; `lost`: by asking again and again, because the stream cannot be had just now. */
  connection: 'events' | 'lost' | 'ended';
  /** What an action has made of it; it is followed again from here on. */
  take(run: RunView): void;
}

/** A run as it goes on: by server-sent events, and by polling while these cannot be had. */
export function useLiveRun(calls: RunCalls, start: Start): LiveRun {
  const [run, setRun] = useState(start.run);
  const [logs, setLogs] = useState(start.logs);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [connection, setConnection] = useState<LiveRun['connection']>(start.isLive ? 'events' : 'ended');
  /** Counts how often it has been begun to follow the run. */
  const [round, setRound] = useState(start.isLive ? 1 : 0);
  const lastLine = useRef(start.lastLine);

  useEffect(() => {
    if (round === 0) return;
    let latest: RunView | null = null;
    let lines: string[] = [];
    let drawing: ReturnType<typeof setTimeout> | undefined;
    let polling: AbortController | undefined;

    const draw = () => {
      drawing = undefined;
      const [next, added] = [latest, lines];
      [latest, lines] = [null, []];
      if (next !== null) {
        setRun(next);
        setSamples((before) => addSample(before, { atMs: Date.now(), done: next.current }));
      }
      if (added.length > 0) setLogs((before) => [...before, ...added].slice(-MAX_LINES));
    };
    const drawSoon = () => {
      drawing ??= setTimeout(draw, DRAW_MS);
    };
    const takeLine = (number: number, line: string) => {
      if (number <= lastLine.current) return;
      lastLine.current = number;
      lines.push(line);
      drawSoon();
    };

    async function poll(signal: AbortSignal): Promise<void> {
      try {
        const answer = await calls.read(signal);
        const more = await calls.logs(lastLine.current, signal);
        latest = answer;
        more.lines.forEach(({ number }, index) => takeLine(number, more.logs[index] ?? ''));
        drawSoon();
        if (!isUnderWay(answer) && answer.inFlight === undefined) {
          end();
          return;
        }
      } catch {
        // Errors of polling are ignored, as specified: the next one may succeed.
      }
      askSoon(signal);
    }
    function askSoon(signal: AbortSignal): void {
      if (!signal.aborted) setTimeout(() => void poll(signal), POLL_MS);
    }
    const startPolling = () => {
      setConnection('lost');
      if (polling !== undefined) return;
      polling = new AbortController();
      askSoon(polling.signal);
    };
    /** Also what has been asked already: its answer may be older than what the stream brings meanwhile. */
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
      drawSoon();
    });
    on('log', runEvents.log, ({ number, line }) => takeLine(number, line));
    on('done', runEvents.done, (next) => {
      latest = next;
      drawSoon();
      end();
    });
    events.addEventListener('open', () => {
      stopPolling();
      setConnection('events');
    });
    // It tries again by itself; until it has succeeded, or when it will not (somebody else reads, signed out), we ask.
    events.addEventListener('error', startPolling);
    return () => {
      events.close();
      clearTimeout(drawing);
      stopPolling();
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
