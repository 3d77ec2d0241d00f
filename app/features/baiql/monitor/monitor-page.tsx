import { useRevalidator, useSearchParams } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ButtonLink } from '~/ui/button-link';
import { cx } from '~/ui/cx';
import { Notice } from '~/ui/notice';
import { Sheet } from '~/ui/overlay/sheet';
import { PageFrame } from '~/ui/page/page-frame';
import { Section } from '~/ui/page/section';
import { DateTime } from '~/ui/relative-time';
import { isActiveRun } from '../runs/responses';
import type { readMonitor } from '../runs/read-monitor.server';
import { Failures, useFailures } from './failures';
import { ItemPanel } from './item-panel';
import { Logs } from './logs';
import { PendingReviews, useReviews } from './pending-reviews';
import { Outputs } from './outputs';
import { costOfMore } from './progress';
import { replyDrafts } from './reply-drafts';
import { RunActions } from './run-actions';
import { type ItemPlace, runCalls } from './run-api';
import { RunHead } from './run-head';
import { TrialRows } from './trial-rows';
import { TransactionFilters, Transactions } from './transactions';
import type { ItemListState } from './item-list';
import { useItemList } from './use-item-list';
import { type LiveRun, useLiveRun } from './use-live-run';

type Props = Awaited<ReturnType<typeof readMonitor>>;

/** Rows that are looked through for the open transaction; those of the first pages. */
const MAX_SEARCHED = 500;

function indexOf({ count, itemAt }: ItemListState, place: ItemPlace | null): number | null {
  if (place === null) return null;
  for (let index = 0; index < Math.min(count, MAX_SEARCHED); index += 1) {
    const item = itemAt(index);
    if (item?.batch === place.batch && item.number === place.number) return index;
  }
  return null;
}

/** Page of one run, live or ended: state, transactions, files and actions. */
export function MonitorPage(props: Props) {
  const { timeZone, now, costLimitUsd, items, filter } = props;
  const calls = useMemo(() => runCalls(props.run.executionId), [props.run.executionId]);
  const live = useLiveRun(calls, props);
  const { run } = live;
  useEndOf(live.connection);
  const version = `${run.status} ${run.current} ${run.failed} ${run.finishedAt ?? ''}`;
  const failures = useFailures(calls, props.failures, run);
  const asked = useAskedFilter();
  const [list, state] = useItemList(calls, { filter: asked, first: { page: items, filter }, version });
  const [reviews, countReviews] = useReviews(calls, props.reviews, version);
  const { chosen, choose } = useChosen();
  const [shownAt, setIndex] = useState<number | null>(null);
  // After a reload, only the address knows which transaction is open.
  const index = shownAt ?? indexOf(state, chosen);
  const [sentFor, setSentFor] = useState(0);
  const rows = useRef<HTMLDivElement>(null);
  const [drafts] = useState(() => replyDrafts(props.userId, props.run.executionId));
  const show = (place: ItemPlace, at: number | null) => {
    setIndex(at);
    setSentFor(sentFor + 1);
    choose(place);
  };
  const close = () => {
    rows.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    choose(null);
  };
  const onReviewed = () => {
    countReviews();
    list?.refresh();
  };
  const isWide = useIsWide();
  const stepTo = (to: number) => () => {
    const item = state.itemAt(to);
    if (item === undefined) return;
    setIndex(to);
    choose(item);
  };
  const panel =
    chosen === null ? null : (
      <ItemPanel
        calls={calls}
        place={chosen}
        version={version}
        typicalMicroUsd={costOfMore(run, 1)}
        canReview={!isActiveRun(run) && run.detailsKept}
        drafts={drafts}
        onReviewed={onReviewed}
        sentFor={sentFor}
        onClose={isWide ? close : null}
        onPrevious={index === null || index === 0 ? null : stepTo(index - 1)}
        onNext={index === null || index + 1 >= state.count ? null : stepTo(index + 1)}
      />
    );
  return (
    <PageFrame
      width="full"
      title="BAIQL Execution Monitor"
      lead={
        <>
          <span className="font-medium text-ink">
            <bdi>{run.scriptName}</bdi>
          </span>{' '}
          · started <DateTime at={run.startedAt ?? run.createdAt} timeZone={timeZone} />
        </>
      }
      actions={
        <>
          <ButtonLink to="/baiql/runs" variant="ghost">
            All runs
          </ButtonLink>
          <RunActions calls={calls} live={live} costLimitUsd={costLimitUsd} />
        </>
      }
    >
      <RunHead run={run} samples={live.samples} now={now} costLimitUsd={costLimitUsd} />
      <div className="mt-4 flex flex-col gap-3 empty:hidden">
        {live.connection === 'lost' && isActiveRun(run) ? (
          <Notice tone="warn">
            Live updates are interrupted. Your run continues, and this page retries every few seconds.
          </Notice>
        ) : null}
        {run.isWaitingForRoom === true ? (
          <Notice tone="warn" title="The server can’t save anything right now">
            {run.isDiskFailing === true ? 'Its disk reports errors.' : 'Its disk is probably full.'} The run
            waits and continues by itself. Nothing you paid for is lost.
          </Notice>
        ) : null}
        <PendingReviews calls={calls} live={live} reviews={reviews} />
        {run.message === null || isActiveRun(run) ? null : (
          <Notice tone={toneOf(run)}>
            {run.message}
            {run.canResume && isAboutFiles(run) ? ' Completed work is saved. Fix this, then resume.' : null}
          </Notice>
        )}
      </div>
      <div className="mt-8">
        <TrialRows rows={run.reason === 'trial' ? props.trial : []} />
        <Failures groups={failures} onShow={(place) => show(place, null)} />
        <Outputs calls={calls} live={live} />
        <Section title="Transactions">
          <TransactionFilters run={run} state={state} />
          <div
            className={cx(
              chosen !== null &&
                'grid gap-8 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] 2xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]',
            )}
          >
            <div ref={rows} className="min-w-0">
              <Transactions run={run} list={list} state={state} chosen={chosen} onChoose={show} />
            </div>
            {isWide ? (
              <div
                role="presentation"
                className="contents"
                onKeyDown={({ key, target }) => {
                  const isInForm = target instanceof HTMLElement && target.closest('form') !== null;
                  if (key === 'Escape' && !isInForm) close();
                }}
              >
                {panel}
              </div>
            ) : null}
          </div>
        </Section>
        <Logs lines={live.logs} />
      </div>
      <Sheet
        isOpen={panel !== null && isWide === false}
        onOpenChange={() => choose(null)}
        side="bottom"
        title="Transaction"
      >
        {panel}
      </Sheet>
    </PageFrame>
  );
}

/** A completed run has a reason only if it did not retry its failed transactions. */
function toneOf({ status, reason }: Props['run']) {
  if (status === 'completed') return 'warn';
  return reason === 'cancelled' ? 'info' : 'bad';
}

/** A source is missing or invalid, or an output can't be written. */
const isAboutFiles = ({ reason }: Props['run']): boolean => reason === 'source' || reason === 'output';

/** Revalidates once when the run has ended, for data that isn't streamed: the balance and a trial's rows. */
function useEndOf(connection: LiveRun['connection']): void {
  const { revalidate } = useRevalidator();
  const wasLive = useRef(connection !== 'ended');
  useEffect(() => {
    if (wasLive.current && connection === 'ended') revalidate();
    wasLive.current = connection !== 'ended';
  }, [connection, revalidate]);
}

/** The filter in the URL. */
function useAskedFilter() {
  const [params] = useSearchParams();
  const [status, q] = [params.get('status')?.trim() ?? '', params.get('q')?.trim() ?? ''];
  return { ...(status === '' ? {} : { status }), ...(q === '' ? {} : { q }) };
}

/** The open transaction, kept in the URL so that it survives a reload. */
function useChosen() {
  const [params, setParams] = useSearchParams();
  const [batch, number] = (params.get('item') ?? '').split('-').map(Number);
  const isPlace = Number.isSafeInteger(batch) && Number.isSafeInteger(number);
  const chosen = useMemo(
    () => (isPlace && batch !== undefined && number !== undefined ? { batch, number } : null),
    [isPlace, batch, number],
  );
  const choose = (place: ItemPlace | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (place === null) next.delete('item');
        else next.set('item', `${String(place.batch)}-${String(place.number)}`);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { chosen, choose };
}

/** From this width on, a transaction opens beside the list. */
const WIDE = '(width >= 64rem)';

/** Whether the window is wide; undefined until hydration. */
function useIsWide(): boolean | undefined {
  const [isWide, setIsWide] = useState<boolean>();
  useEffect(() => {
    const query = window.matchMedia(WIDE);
    const tell = () => setIsWide(query.matches);
    tell();
    query.addEventListener('change', tell);
    return () => query.removeEventListener('change', tell);
  }, []);
  return isWide;
}
