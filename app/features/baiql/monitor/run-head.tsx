import { useEffect, useState } from 'react';
import { StateBadge } from '~/ui/badge';
import { CopyButton } from '~/ui/copy-button';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { formatCost, formatEstimate, microUsdFromUsd } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { ProgressBar } from '~/ui/progress-bar';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { isActiveRun, type RunView } from '../runs/responses';
import { costOfMore, formatSeconds, ratePerMinute, secondsLeft } from './progress';
import { describeStatus } from './run-labels';
import type { LiveRun } from './use-live-run';

const SECOND_MS = 1_000;

type Props = Pick<LiveRun, 'run' | 'samples'> & { now: string; costLimitUsd: number | null };

/** Key figures of a run: those of the specification, plus rate, time left and cost. */
export function RunHead({ run, samples, now, costLimitUsd }: Props) {
  const nowMs = useNow(now, isActiveRun(run));
  const { state, word } = describeStatus(run);
  const { cachedReplies, cachedInputTokens, cachedOutputTokens } = run;
  return (
    <>
      <ProgressBar
        label="Transactions"
        value={run.current}
        max={run.total}
        failed={run.failed}
        className="mb-4"
      />
      <StatGrid label="Run">
        <StatTile
          label="Status"
          value={<StateBadge state={state}>{word}</StateBadge>}
          note={statusNote(run, nowMs)}
        />
        <StatTile
          label="Progress"
          value={`${formatCount(run.current)} / ${formatCount(run.total)}`}
          note={countsOf(run)}
        />
        <StatTile
          label="Elapsed"
          value={formatSeconds(elapsedSeconds(run, nowMs))}
          note={<Pace run={run} samples={samples} nowMs={nowMs} />}
        />
        <StatTile
          label="Cost"
          value={run.costMicroUsd === null ? 'Unknown' : <Money use="estimate" charged={run.costMicroUsd} />}
          note={costNote(run, costLimitUsd)}
        />
      </StatGrid>
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-s">
        <Fact name="ID">
          <span className="font-mono text-xs wrap-anywhere">{run.executionId}</span>
          <CopyButton
            text={run.executionId}
            label="Copy ID"
            done="ID copied"
            hasOnlyIcon
            size="s"
            variant="ghost"
          />
        </Fact>
        <Fact name="Mode">{run.mode}</Fact>
        <Fact name="Batch Type">{run.batchType ?? '–'}</Fact>
        <Fact name="Tokens">
          {tokens(run.inputTokens - cachedInputTokens, run.outputTokens - cachedOutputTokens)}
        </Fact>
        {cachedReplies === 0 ? null : (
          <Fact name="From the cache">
            {countReplies(cachedReplies)} · {tokens(cachedInputTokens, cachedOutputTokens)}
          </Fact>
        )}
      </dl>
    </>
  );
}

// A cached reply that is requested again is counted twice, so the difference can be negative.
const tokens = (input: number, output: number): string =>
  `${formatCount(Math.max(0, input))} in, ${formatCount(Math.max(0, output))} out`;

const countReplies = (count: number): string => formatCountOf(count, 'reply', 'replies');

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex min-h-6 items-center gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd className="num flex items-center gap-1">{children}</dd>
    </div>
  );
}

function Pace({ run, samples, nowMs }: Pick<Props, 'run' | 'samples'> & { nowMs: number }) {
  if (!isActiveRun(run)) return null;
  const rate = ratePerMinute(samples, nowMs);
  const left = secondsLeft(rate, run.total - run.current);
  if (rate === null || left === null)
    return run.status === 'queued' ? 'Not started yet' : 'Estimating time left…';
  return `${formatCount(Math.max(1, Math.round(rate)))} per minute · ${formatSeconds(left)} left`;
}

function statusNote(run: RunView, nowMs: number): string | null {
  if (!isActiveRun(run)) return null;
  const { inFlight = 0, waitingUntil, isWaitingForRoom = false } = run;
  if (isWaitingForRoom) return 'Waiting for the server’s disk';
  const waitMs = waitingUntil === undefined ? 0 : Date.parse(waitingUntil) - nowMs;
  if (waitMs > 0) return `The provider asked to wait ${formatSeconds(waitMs / SECOND_MS)}`;
  return inFlight === 0 ? null : `${formatCount(inFlight)} in flight`;
}

function countsOf({ failed, skipped, cutOff, edited }: RunView): string | null {
  const counts = [
    [failed, 'failed'],
    [skipped, 'skipped'],
    [cutOff, 'cut off'],
    [edited, 'edited'],
  ] as const;
  const labels = counts.flatMap(([count, word]) => (count === 0 ? [] : [`${formatCount(count)} ${word}`]));
  return labels.length === 0 ? null : labels.join(' · ');
}

function costNote(run: RunView, costLimitUsd: number | null): string | null {
  const more = isActiveRun(run) ? costOfMore(run, run.total - run.current) : null;
  const rest = run.reason === 'trial' && run.remaining !== null ? costOfMore(run, run.remaining) : null;
  const limit = costLimitUsd === null ? null : `limit ${formatCost(microUsdFromUsd(costLimitUsd))}`;
  const inAll =
    more === null || run.costMicroUsd === null ? null : `${formatEstimate(run.costMicroUsd + more)} total`;
  const forRest =
    rest === null ? null : `${formatEstimate(rest)} for the other ${formatCount(run.remaining ?? 0)}`;
  return (
    [inFlightNote(run), cacheNote(run), inAll, forRest, limit].filter((part) => part !== null).join(' · ') ||
    null
  );
}

/** Money already charged or held that the cost does not include yet. */
function inFlightNote({ inFlightMicroUsd = 0 }: RunView): string | null {
  return inFlightMicroUsd === 0 ? null : `up to ${formatCost(inFlightMicroUsd)} more in flight`;
}

/** Explains a cost below the estimate: cached replies are free. */
function cacheNote({ cachedReplies }: RunView): string | null {
  return cachedReplies === 0 ? null : `${countReplies(cachedReplies)} from the cache`;
}

/** Excludes the time between a trial and the rest, or between a stop and its resume. */
function elapsedSeconds({ workedMs, workingSince }: RunView, nowMs: number): number {
  const sinceMs = workingSince === null ? 0 : Math.max(0, nowMs - Date.parse(workingSince));
  return (workedMs + sinceMs) / SECOND_MS;
}

/** The current time, ticking every second if `isTicking`. Starts with the server's value, for hydration. */
function useNow(start: string, isTicking: boolean): number {
  const [nowMs, setNowMs] = useState(Date.parse(start));
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return nowMs;
}
