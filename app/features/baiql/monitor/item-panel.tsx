import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { StateTag } from '~/ui/badge';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';
import { formatCount } from '~/ui/format-count';
import { Money } from '~/ui/money';
import { Notice } from '~/ui/notice';
import { keyboardScrollable } from '~/ui/scroll-region';
import { Skeleton } from '~/ui/skeleton';
import type { RunItem } from '../runs/schema';
import type { ItemPlace, RunCalls } from './run-api';
import { ITEM_STATES } from './run-words';

interface Props {
  calls: RunCalls;
  place: ItemPlace;
  /** Another value: it may have been answered anew. */
  version: string;
  onClose: () => void;
  /** To the row before and after it; null at the ends. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/** One transaction: what was asked, and what came of it. */
export function ItemPanel({ calls, place, version, onClose, onPrevious, onNext }: Props) {
  const [item, error] = useItem(calls, place, version);
  return (
    <aside aria-label="Transaction" className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-18">
      <div className="flex items-start gap-1">
        <div className="min-w-0 grow">
          <h3 className="text-l wrap-anywhere">
            {item === null || item.label === '' ? `Transaction ${formatCount(place.number)}` : item.label}
          </h3>
          {item === null ? null : <Facts item={item} />}
        </div>
        <Step label="Previous transaction" onStep={onPrevious} Icon={ChevronUp} />
        <Step label="Next transaction" onStep={onNext} Icon={ChevronDown} />
        <Button variant="ghost" size="s" aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" className="size-4" />
        </Button>
      </div>
      {error === null ? null : <Notice tone="bad">{error}</Notice>}
      {item === null && error === null ? <Loading /> : null}
      {item === null ? null : (
        <>
          {item.reason === null ? null : (
            <Notice tone={item.status === 'failed' ? 'bad' : 'warn'}>{item.reason}</Notice>
          )}
          <Text title="Prompt" text={item.prompt} isQuiet />
          <Text title="Reply" text={item.reply} />
        </>
      )}
    </aside>
  );
}

function Facts({ item }: { item: RunItem }) {
  const { state, word } = ITEM_STATES[item.status];
  return (
    <p className="num mt-1 flex flex-wrap items-center gap-2 text-xs text-ink-3">
      <StateTag state={state}>{word}</StateTag>#{formatCount(item.number)}
      {item.costMicroUsd === null ? null : <Money use="estimate" charged={item.costMicroUsd} />}
    </p>
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

function Text({ title, text, isQuiet = false }: { title: ReactNode; text: string; isQuiet?: boolean }) {
  return (
    <section>
      <div className="flex items-center justify-between gap-2">
        <h4 className="text-xs font-medium text-ink-3">{title}</h4>
        {text === '' ? null : <CopyButton text={text} hasOnlyIcon size="s" variant="ghost" />}
      </div>
      <div
        className={`max-h-[40dvh] overflow-y-auto leading-6 wrap-anywhere whitespace-pre-wrap ${isQuiet ? 'text-ink-2' : ''}`}
        {...keyboardScrollable}
        role="region"
        aria-label={typeof title === 'string' ? title : 'Text'}
      >
        {text === '' ? <span className="text-ink-3">–</span> : text}
      </div>
    </section>
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

function useItem(
  calls: RunCalls,
  { batch, number }: ItemPlace,
  version: string,
): [RunItem | null, string | null] {
  const [loaded, setLoaded] = useState<RunItem | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    calls.item({ batch, number }, leaving.signal).then(
      (item) => {
        setLoaded(item);
        setError(null);
      },
      (thrown: unknown) => {
        if (!leaving.signal.aborted) setError(thrown instanceof Error ? thrown.message : String(thrown));
      },
    );
    return () => leaving.abort();
  }, [calls, batch, number, version]);
  const isAsked = loaded !== null && loaded.batch === batch && loaded.number === number;
  return [isAsked ? loaded : null, error];
}
