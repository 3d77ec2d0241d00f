import { useEffect, useState } from 'react';
import { Button } from '~/ui/button';
import { formatCount } from '~/ui/format-count';
import { Section } from '~/ui/page/section';
import { isActiveRun, type RunFailures, type RunView } from '../runs/responses';
import type { ItemPlace, RunCalls } from './run-api';

type Groups = RunFailures['groups'];

interface Props {
  groups: Groups;
  onShow: (place: ItemPlace) => void;
}

/** Failure reasons, most frequent first, each with advice. */
export function Failures({ groups, onShow }: Props) {
  if (groups.length === 0) return null;
  return (
    <Section title="Why transactions failed">
      <ul className="divide-y divide-line border-y border-line">
        {groups.map(({ reason, advice, count, first }) => (
          <li key={reason} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2.5">
            <span className="num w-10 shrink-0 pt-px text-right font-semibold text-bad">
              {formatCount(count)}
            </span>
            <div className="min-w-0 grow basis-60">
              <p className="wrap-anywhere">{reason}</p>
              <p className="text-s text-ink-2">{advice}</p>
            </div>
            <Button size="s" variant="ghost" className="max-sm:ml-12" onClick={() => onShow(first)}>
              Show {count === 1 ? 'it' : 'the first'}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/**
 * Reloads the groups when the number of failures changes, and once more at the end of the run, because progress is
 * reported before the transactions are stored.
 */
export function useFailures(calls: RunCalls, start: Groups, run: Pick<RunView, 'failed' | 'status'>): Groups {
  const { failed } = run;
  const state = `${String(failed)} ${String(isActiveRun(run))}`;
  const [groups, setGroups] = useState(start);
  const [countedAt, setCountedAt] = useState(state);
  useEffect(() => {
    if (state === countedAt) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      calls.failures(leaving.signal).then(
        (answer) => {
          setGroups(answer.groups);
          setCountedAt(state);
        },
        () => undefined, // the next failure reloads
      );
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [calls, state, countedAt]);
  return failed === 0 ? [] : groups;
}

const SETTLE_MS = 1_000;
