import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { StateBadge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Disclosure } from '~/ui/disclosure';
import { focusIfLost } from '~/ui/focus-if-lost';
import { formatCount } from '~/ui/format-count';
import { Money } from '~/ui/money';
import { Notice } from '~/ui/notice';
import { Skeleton } from '~/ui/skeleton';
import { messageOf } from '~/core/browser/call-api';
import type { ItemDetail, RunItem } from '../runs/responses';
import type { ItemPlace, RunCalls } from './run-api';
import { ItemInputView } from './item-input';
import { LongText } from './long-text';
import type { ReplyDrafts } from './reply-drafts';
import { ReplyReview } from './reply-review';
import { describeItem, nameOfItem } from './run-labels';

interface Props {
  calls: RunCalls;
  place: ItemPlace;
  /** A new value reloads the transaction. */
  version: string;
  /** Average cost of the run's transactions; null if unknown. */
  typicalMicroUsd: number | null;
  /** Whether replies can be reviewed, that is, the run has ended. */
  canReview: boolean;
  drafts: ReplyDrafts;
  onReviewed: () => void;
  /** A new value above 0 scrolls to the panel and focuses it, because it may be out of view. */
  sentFor: number;
  /** Null where the surrounding dialog has a close button. */
  onClose: (() => void) | null;
  /** Opens the previous or next row; null at the ends. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/** One transaction: its reply with its review, and beside it what it was made from. */
export function ItemPanel({
  calls,
  place,
  version,
  typicalMicroUsd,
  canReview,
  drafts,
  onReviewed,
  sentFor,
  onClose,
  onPrevious,
  onNext,
}: Props) {
  const [item, error, setItem] = useItem(calls, place, version);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (sentFor === 0 || panel.current === null) return;
    if (!isInSight(panel.current)) panel.current.scrollIntoView({ block: 'center' });
    panel.current.focus({ preventScroll: true });
  }, [sentFor]);
  const hadFocus = useRef(false);
  // The button that had the focus disappears on a review or a change of transaction.
  useEffect(() => (hadFocus.current ? focusIfLost(panel, { preventScroll: true }) : undefined), [item]);
  useStepKeys(onPrevious, onNext);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null) hadFocus.current = currentTarget.contains(relatedTarget);
      }}
      aria-label="Transaction"
      className="@container flex min-w-0 flex-col gap-4 outline-none lg:sticky lg:top-18"
    >
      <div className="flex items-start gap-1">
        <div className="min-w-0 grow">
          <h3 className="text-l wrap-anywhere">{nameOfItem(item ?? { ...place, label: '' })}</h3>
          {item === null ? null : <Facts item={item} />}
        </div>
        <Step label="Previous transaction" onStep={onPrevious} Icon={ChevronUp} />
        <Step label="Next transaction" onStep={onNext} Icon={ChevronDown} />
        {onClose === null ? null : (
          <Button variant="ghost" size="s" aria-label="Close" onClick={onClose}>
            <X aria-hidden="true" className="size-4" />
          </Button>
        )}
      </div>
      {error === null ? null : <Notice tone="bad">{error}</Notice>}
      {item === null && error === null ? <Loading /> : null}
      <div className="grid items-start gap-x-8 gap-y-4 @3xl:grid-cols-2">
        {item === null ? null : (
          <div className="flex min-w-0 flex-col gap-4">
            {item.reason === null ? null : (
              <Notice tone={item.status === 'failed' ? 'bad' : 'warn'}>{item.reason}</Notice>
            )}
            <Expectations item={item} />
            <ReplyReview
              key={`${String(item.batch)}/${String(item.number)}`}
              calls={calls}
              item={item}
              typicalMicroUsd={typicalMicroUsd}
              canReview={canReview}
              drafts={drafts}
              onNext={onNext}
              onReviewed={(reviewed) => {
                setItem(reviewed);
                onReviewed();
              }}
            />
          </div>
        )}
        {item === null ? null : (
          <div className="flex min-w-0 flex-col gap-4">
            <ItemInputView calls={calls} place={place} fields={item.fields} />
            <Disclosure summary="Prompt">
              <LongText title="Prompt" text={item.prompt} isQuiet />
            </Disclosure>
          </div>
        )}
      </div>
    </aside>
  );
}

/** J and K go from reply to reply, as in many lists; not while somebody types. */
function useStepKeys(onPrevious: (() => void) | null, onNext: (() => void) | null): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');
      if (ctrlKey || metaKey || altKey || isTyping) return;
      if (key.toLowerCase() === 'j') onNext?.();
      else if (key.toLowerCase() === 'k') onPrevious?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onPrevious, onNext]);
}

const isInSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && Math.min(bottom, top + MIN_SEEN_PX) <= window.innerHeight;
};

/** Height of the title and the first lines of the prompt. */
const MIN_SEEN_PX = 200;

function Facts({ item }: { item: RunItem }) {
  const { state, word } = describeItem(item);
  return (
    <p className="num mt-1 flex flex-wrap items-center gap-2 text-xs text-ink-3">
      <StateBadge state={state}>{word}</StateBadge>#{formatCount(item.number)}
      {item.costMicroUsd === null ? null : <Money use="estimate" charged={item.costMicroUsd} />}
    </p>
  );
}

/** What the script expects of the reply (EXPECT) and does not find. */
function Expectations({ item: { expects } }: { item: RunItem }) {
  const unmet = expects.filter(({ isMet }) => !isMet);
  if (unmet.length === 0) return null;
  return (
    <Notice tone="warn" title="Not as expected">
      <ul>
        {unmet.map(({ label }) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    </Notice>
  );
}

function Step({ label, onStep, Icon }: { label: string; onStep: (() => void) | null; Icon: typeof X }) {
  return (
    <Button
      variant="ghost"
      size="s"
      aria-label={label}
      aria-disabled={onStep === null || undefined}
      onClick={() => onStep?.()}
      className={onStep === null ? 'opacity-40' : ''}
    >
      <Icon aria-hidden="true" className="size-4" />
    </Button>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-3" aria-hidden="true">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-28 w-full" />
    </div>
  );
}

const isSamePlace = (one: ItemPlace, other: ItemPlace): boolean =>
  one.batch === other.batch && one.number === other.number;

function useItem(
  calls: RunCalls,
  place: ItemPlace,
  version: string,
): [ItemDetail | null, string | null, (item: ItemDetail) => void] {
  const { batch, number } = place;
  const [loaded, setLoaded] = useState<ItemDetail | null>(null);
  const [error, setError] = useState<string | null>(null);
  const asked = useRef(place);
  asked.current = place;
  useEffect(() => {
    const leaving = new AbortController();
    setError(null);
    calls.item({ batch, number }, leaving.signal).then(
      (item) => {
        setLoaded(item);
        setError(null);
      },
      (thrown: unknown) => {
        if (!leaving.signal.aborted) setError(messageOf(thrown));
      },
    );
    return () => leaving.abort();
  }, [calls, batch, number, version]);
  /** Another transaction may have been opened before the review returns. */
  const take = (item: ItemDetail) => {
    if (isSamePlace(item, asked.current)) setLoaded(item);
  };
  return [loaded !== null && isSamePlace(loaded, place) ? loaded : null, error, take];
}
