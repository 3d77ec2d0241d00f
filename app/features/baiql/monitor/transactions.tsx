import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { StateBadge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { EmptyState } from '~/ui/empty-state';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { Money } from '~/ui/money';
import { Notice } from '~/ui/notice';
import { Toolbar } from '~/ui/page/section';
import { keyboardScrollable } from '~/ui/scroll-region';
import { SegmentedLinks } from '~/ui/segmented-links';
import { Skeleton } from '~/ui/skeleton';
import { TableSearch } from '~/ui/table/table-search';
import { useTableState, type TableHandle } from '~/ui/table/use-table-state';
import { isActiveRun, type RunItem, type RunView } from '../runs/responses';
import type { ItemList, ItemListState } from './item-list';
import type { ItemPlace } from './run-api';
import { describeItem, nameOfItem } from './run-labels';

/** Fixed row height, so that fifty thousand rows need no measuring. */
const ROW_PX = 41;

interface Props {
  run: RunView;
  list: ItemList | null;
  state: ItemListState;
  chosen: ItemPlace | null;
  onChoose: (item: RunItem, index: number) => void;
}

/** The filters of the list. */
export function TransactionFilters({ run, state }: Pick<Props, 'run' | 'state'>) {
  const table = useTableState({ filters: ['status', 'q'] });
  const hasExpects = (state.itemAt(0)?.expects.length ?? 0) > 0;
  return (
    <Toolbar label="Filter">
      <SegmentedLinks label="Status" links={statusLinks(run, table, hasExpects)} />
      <TableSearch table={table} name="q" label="Search transactions" placeholder="Name, prompt or reply" />
      <p role="status" className="num ml-auto self-center text-s text-ink-3">
        {describeCount(state)}
      </p>
    </Toolbar>
  );
}

/** Virtual list of the ended transactions; renders and loads only visible rows. */
export function Transactions({ run, list, state, chosen, onChoose }: Props) {
  const table = useTableState({ filters: ['status', 'q'] });
  return (
    <>
      {state.error === null ? null : (
        <Notice
          tone="bad"
          className="mb-3"
          title="The transactions couldn’t be loaded"
          actions={
            <Button size="s" onClick={() => list?.refresh()}>
              Try again
            </Button>
          }
        >
          {state.error}
        </Notice>
      )}
      {state.count === 0 && !state.isLoading ? (
        <Nothing run={run} table={table} />
      ) : (
        <Rows list={list} state={state} chosen={chosen} onChoose={onChoose} />
      )}
      {state.search?.hasMore === true && !state.isLoading ? (
        <Button className="mt-3" onClick={() => list?.searchOn()}>
          Search further
        </Button>
      ) : null}
    </>
  );
}

function statusLinks(run: RunView, table: TableHandle, hasExpects: boolean) {
  const { failed, skipped, edited, cutOff } = run;
  const { status } = table.filters;
  const link = (value: string | null, label: string) => ({
    to: table.hrefFor?.({ filters: { status: value } }) ?? '',
    label,
    isCurrent: (status ?? null) === value,
  });
  const withCount = (word: string, count: number) => (count === 0 ? word : `${word} ${formatCount(count)}`);
  return [
    link(null, 'All'),
    link('succeeded', 'Done'),
    link('failed', withCount('Failed', failed)),
    ...(edited > 0 || status === 'edited' ? [link('edited', withCount('Edited', edited))] : []),
    ...(skipped > 0 || status === 'skipped' ? [link('skipped', withCount('Skipped', skipped))] : []),
    ...(cutOff > 0 || status === 'cut-off' ? [link('cut-off', withCount('Cut off', cutOff))] : []),
    ...(hasExpects || status === 'unmet' ? [link('unmet', 'Not as expected')] : []),
    ...(!isActiveRun(run) || status === 'unseen' ? [link('unseen', 'Not reviewed')] : []),
  ];
}

function describeCount({ count, search, isLoading }: ItemListState): string {
  if (search === null) return formatCountOf(count, 'transaction');
  const through = `${formatCount(search.searched)} searched`;
  return `${formatCount(count)} found · ${isLoading ? 'Searching, ' : ''}${through}`;
}

function Nothing({ run, table }: { run: RunView; table: TableHandle }) {
  if (Object.keys(table.filters).length > 0) {
    return (
      <EmptyState
        title="No transactions match"
        action={
          <Button onClick={() => table.change({ filters: { status: null, q: null } })}>Clear filters</Button>
        }
      />
    );
  }
  if (!run.detailsKept) {
    return (
      <EmptyState title="Prompts and replies are no longer kept">
        This run is too old. Its files and its cost are still here.
      </EmptyState>
    );
  }
  return isActiveRun(run) ? (
    <EmptyState title="Waiting for the first reply">
      Each transaction appears here when it finishes.
    </EmptyState>
  ) : (
    <EmptyState title="No transactions">This run ended before its first transaction.</EmptyState>
  );
}

const GRID =
  'grid grid-cols-[2.75rem_minmax(0,1fr)_5rem] items-center gap-x-3 @2xl:grid-cols-[3.5rem_minmax(0,1.1fr)_5rem_minmax(0,2fr)_5rem]';

function Rows({ list, state, chosen, onChoose }: Pick<Props, 'list' | 'state' | 'chosen' | 'onChoose'>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: state.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    initialRect: { width: 1024, height: 560 },
  });
  const rows = virtualizer.getVirtualItems();
  const [from, to] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0];
  useEffect(() => list?.show(from, to), [list, from, to]);
  return (
    <div role="table" aria-label="Transactions" aria-rowcount={state.count + 1} className="@container text-s">
      <div role="rowgroup">
        <div
          role="row"
          aria-rowindex={1}
          className={cx(GRID, 'border-b border-line px-2 py-2 text-xs font-medium text-ink-3')}
        >
          <span role="columnheader" className="text-right">
            #
          </span>
          <span role="columnheader">Transaction</span>
          <span role="columnheader">Status</span>
          <span role="columnheader" className="hidden @2xl:block">
            Reply
          </span>
          <span role="columnheader" className="hidden text-right @2xl:block">
            Cost
          </span>
        </div>
      </div>
      <div
        ref={scroller}
        role="rowgroup"
        aria-label="Transactions"
        {...keyboardScrollable}
        className="max-h-[max(320px,56dvh)] overflow-y-auto focus-visible:-outline-offset-2"
      >
        <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, start }) => (
            <Row
              key={index}
              index={index}
              top={start}
              item={state.itemAt(index)}
              chosen={chosen}
              onChoose={onChoose}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface RowProps extends Pick<Props, 'chosen' | 'onChoose'> {
  index: number;
  top: number;
  item: RunItem | undefined;
}

function Row({ index, top, item, chosen, onChoose }: RowProps) {
  const isChosen = item !== undefined && chosen?.batch === item.batch && chosen.number === item.number;
  const frame = {
    role: 'row',
    'aria-rowindex': index + 2,
    style: { height: ROW_PX, transform: `translateY(${top}px)` },
    className: cx(
      GRID,
      'absolute inset-x-0 top-0 border-b border-line px-2',
      isChosen ? 'bg-accent-soft' : 'hover:bg-chosen',
    ),
  } as const;
  if (item === undefined) {
    return (
      <div {...frame} aria-busy="true">
        <span role="cell" className="col-span-full">
          <Skeleton className="h-3.5 w-1/2" />
        </span>
      </div>
    );
  }
  const { state, word } = describeItem(item);
  const name = nameOfItem(item);
  const summary = summaryOf(item);
  return (
    <div {...frame}>
      <span role="cell" className="num text-right text-ink-3">
        {formatCount(item.number)}
      </span>
      <span role="cell" className="truncate">
        <button
          type="button"
          onClick={() => onChoose(item, index)}
          aria-pressed={isChosen}
          title={name}
          className="max-w-full truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {name}
        </button>
      </span>
      <span role="cell">
        <StateBadge state={state}>{word}</StateBadge>
      </span>
      <span
        role="cell"
        title={summary}
        className={cx('hidden truncate @2xl:block', state === 'failed' ? 'text-bad' : 'text-ink-2')}
      >
        {summary}
      </span>
      <span role="cell" className="num hidden text-right text-ink-2 @2xl:block">
        {item.costMicroUsd === null ? '–' : <Money use="estimate" charged={item.costMicroUsd} />}
      </span>
    </div>
  );
}

/** One line: the reply as it is in the files, or the reason for the failure. */
function summaryOf({ status, reason, reply, review }: RunItem): string {
  if (review?.verdict === 'edited' && review.isPending) return review.text;
  if (reason === null) return reply;
  return status === 'failed' ? reason : `${reason} · ${reply}`;
}
