import type { ReactNode } from 'react';
import { formatClock, formatDateTime } from '~/ui/format-date';
import { formatCount } from '~/ui/format-count';
import { formatCost, formatTokenPrices, microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import type { Reply } from './reply';
import type { Turn } from './turns';
import { Button } from '~/ui/button';
import type { continuationCents } from './continuation';

const ENDINGS: Record<Reply['finishReason'], string | null> = {
  stop: null,
  tool_calls: null,
  length: 'Cut off at your token limit. Raise it under Limits.',
  filtered: 'The provider withheld part of the reply.',
  stopped: 'You stopped this reply. You’re charged for your prompt and the text received.',
  interrupted: 'The provider’s connection was lost. You were charged only for what arrived.',
  server_stopping: 'The server restarted. You’re charged for your prompt and the text received.',
};

const RESTARTED_FREE = 'The server restarted. This reply doesn’t count as a free request.';

/** Why a reply was cut off. */
export function Ending({ reply: { finishReason, isFree } }: { reply: Reply }) {
  const ending = finishReason === 'server_stopping' && isFree ? RESTARTED_FREE : ENDINGS[finishReason];
  return ending ? <p className="mb-1 text-s text-warn">{ending}</p> : null;
}

/** Cost of a reply and its explanation. */
export function ReplyFacts({
  turn,
  reply,
  freeSendsPerDay,
  timezone,
  continuation,
  children,
}: {
  turn: Turn;
  reply: Reply;
  freeSendsPerDay: number;
  timezone: string;
  /** The button that continues a reply that was cut off. */
  continuation: ReactNode;
  children: ReactNode;
}) {
  const { usage, price } = reply;
  return (
    <footer className="num mt-3 text-xs text-ink-3">
      <Ending reply={reply} />
      {reply.warnings.map((warning) => (
        <p key={warning} className="mb-1 text-s text-warn">
          {warning}
        </p>
      ))}
      {continuation}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <b className="font-semibold text-ink-2">
          {reply.isFree ? 'Free' : <Money use="estimate" charged={microUsdFromCents(reply.costCents)} />}
        </b>
        <span>
          {formatCount(usage.inputTokens)} in · {formatCount(usage.outputTokens)} out ·{' '}
          {formatTokenPrices(price)} per 1M
        </span>
        <span>{whoPaid(reply, freeSendsPerDay)}</span>
        {reply.cacheSavedCents > 0 ? (
          <span>{formatCost(microUsdFromCents(reply.cacheSavedCents))} saved by caching</span>
        ) : null}
        <span>
          <SentAt date={new Date(turn.sentAtMs)} timezone={timezone} />
          {turn.answeredAtMs === undefined ? null : ` · ${formatDuration(turn.answeredAtMs - turn.sentAtMs)}`}
        </span>
        <span className="-mr-2 -ml-2 flex flex-wrap sm:ml-auto sm:gap-1">{children}</span>
      </div>
    </footer>
  );
}

function SentAt({ date, timezone }: { date: Date; timezone: string }) {
  return (
    <time dateTime={date.toISOString()} title={formatDateTime(date, timezone)} className="whitespace-nowrap">
      {formatClock(date, new Date(), timezone)}
    </time>
  );
}

/** The cost in words, for screen readers. */
export const describeCost = ({ isFree, costCents }: Reply): string =>
  isFree ? 'free' : formatCost(microUsdFromCents(costCents));

const formatDuration = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function whoPaid({ isFree, freeSendsToday }: Reply, freeSendsPerDay: number): string {
  if (!isFree) return 'charged to your balance';
  return freeSendsToday === undefined
    ? 'free request'
    : `free request, ${String(freeSendsToday)} of ${String(freeSendsPerDay)} today`;
}

type Props = {
  /** Null if requests are free. */
  cents: ReturnType<typeof continuationCents> | null;
  isSending: boolean;
  onContinue: () => void;
};

/** Continues a reply; shows the cost like Send does. */
export function Continuation({ cents, isSending, onContinue }: Props) {
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="s" disabled={isSending} onClick={onContinue}>
        Continue
      </Button>
      {cents ? (
        <Money
          use="estimate"
          className="whitespace-normal"
          typical={microUsdFromCents(cents.typical)}
          atMost={microUsdFromCents(cents.atMost)}
        />
      ) : (
        <span>{cents === null ? 'Free' : null}</span>
      )}
    </div>
  );
}
