import { useCallback, useEffect, useState } from 'react';
import { Button } from '~/ui/button';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { formatCount } from '~/ui/format-count';
import { formatEstimate } from '~/ui/format-money';
import { Notice } from '~/ui/notice';
import { isActiveRun, type RunReviews } from '../runs/responses';
import type { RunCalls } from './run-api';
import type { LiveRun } from './use-live-run';
import { useRunChange } from './use-run-change';

interface Props {
  calls: RunCalls;
  live: Pick<LiveRun, 'run' | 'take'>;
  reviews: RunReviews;
}

/** Reviews that are not yet in the output files, the cost of applying them, and the button for it. */
export function PendingReviews({ calls, live, reviews }: Props) {
  const { run } = live;
  const [isBusy, setIsBusy] = useState(false);
  useFocusAfter(isBusy);
  const change = useRunChange(calls, live);
  const { pendingEdits, pendingAsks, askMicroUsd } = reviews;
  if (pendingEdits + pendingAsks === 0 || isActiveRun(run)) return null;

  async function write(): Promise<void> {
    setIsBusy(true);
    await change(calls.writeOutputs);
    setIsBusy(false);
  }
  const price =
    pendingAsks === 0
      ? 'Writing them again costs nothing.'
      : askMicroUsd === null
        ? 'The cost of asking again is unknown: the model has no price.'
        : `Asking again costs ${formatEstimate(askMicroUsd)}.`;
  return (
    <Notice
      tone="info"
      title={describe(pendingEdits, pendingAsks)}
      actions={
        run.status === 'completed' ? (
          <Button variant="primary" size="s" isBusy={isBusy} onClick={() => void write()}>
            Write outputs again
          </Button>
        ) : null
      }
    >
      The output files don’t include this yet. {price}
      {run.status === 'completed' ? null : ' Resume the run to include it.'}
    </Notice>
  );
}

function describe(edits: number, asks: number): string {
  const parts = [
    edits === 0 ? null : `${formatCount(edits)} edited`,
    asks === 0 ? null : `${formatCount(asks)} to ask again`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** Reloads the counts after each review and when the state of the run changes. */
export function useReviews(calls: RunCalls, start: RunReviews, version: string): [RunReviews, () => void] {
  const [reviews, setReviews] = useState(start);
  const [counted, setCounted] = useState({ version, round: 0 });
  const { round } = counted;
  const isStale = counted.version !== version;
  useEffect(() => {
    if (round === 0 && !isStale) return;
    const leaving = new AbortController();
    calls.reviews(leaving.signal).then(setReviews, () => undefined); // the next change reloads
    return () => leaving.abort();
  }, [calls, round, isStale, version]);
  const count = useCallback(
    () => setCounted(({ round: before }) => ({ version, round: before + 1 })),
    [version],
  );
  return [reviews, count];
}
