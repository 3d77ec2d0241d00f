import { Link } from '@remix-run/react';
import { StateBadge } from '~/ui/badge';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { formatCount } from '~/ui/format-count';
import { Money } from '~/ui/money';
import { Notice } from '~/ui/notice';
import { PageFrame } from '~/ui/page/page-frame';
import { Toolbar } from '~/ui/page/section';
import { DateTime } from '~/ui/relative-time';
import { SegmentedLinks } from '~/ui/segmented-links';
import { Diff } from '~/ui/word-diff';
import type { compareRuns } from '../runs/compare-runs.server';
import type { RunView } from '../runs/responses';
import { describeStatus } from './run-labels';

type Props = Awaited<ReturnType<typeof compareRuns>>;
type Side = NonNullable<Props['items'][number]['a']>;

/** Compares the replies of two runs row by row. */
export function ComparePage({ a, b, timeZone, pairedBy, total, from, rows, isWhole, items, next }: Props) {
  const address = (change: { rows?: string; from?: number }): string => {
    const query = new URLSearchParams({ a: a.executionId, b: b.executionId });
    const wanted = { rows, from: 0, ...change };
    if (wanted.rows === 'all') query.set('rows', 'all');
    if (wanted.from > 0) query.set('from', String(wanted.from));
    return `?${query.toString()}`;
  };
  return (
    <PageFrame
      title="Compare runs"
      lead={`${formatCount(total)} rows, matched by ${pairedBy === 'label' ? 'name' : 'number'}. Crossed out: only in the first. Underlined: only in the second.`}
      actions={<ButtonLink to="/baiql/runs">All runs</ButtonLink>}
      width="full"
    >
      <div className="grid gap-px overflow-hidden rounded-2 border border-line bg-line md:grid-cols-2">
        <RunSummary name="First" run={a} timeZone={timeZone} />
        <RunSummary name="Second" run={b} timeZone={timeZone} />
      </div>
      <div className="mt-6">
        <Toolbar label="Filter">
          <SegmentedLinks
            label="Rows"
            links={[
              { to: address({ rows: 'different' }), label: 'Different', isCurrent: rows === 'different' },
              { to: address({ rows: 'all' }), label: 'All', isCurrent: rows === 'all' },
            ]}
          />
        </Toolbar>
        {isWhole ? null : (
          <Notice tone="warn" className="mb-3">
            Only the first 20,000 rows of each run are compared.
          </Notice>
        )}
        {items.length > 0 ? (
          <ul>
            {items.map((item) => (
              <li
                key={`${String(item.a?.number)} ${String(item.b?.number)}`}
                className="border-t border-line py-4"
              >
                <h2 className="mb-2 text-m wrap-anywhere">{item.label === '' ? 'Unnamed' : item.label}</h2>
                <Replies a={item.a} b={item.b} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            title={next === null ? 'No differences' : 'No differences so far'}
            action={
              rows === 'all' ? null : <ButtonLink to={address({ rows: 'all' })}>Show all rows</ButtonLink>
            }
          >
            {next === null ? 'Both runs have the same replies.' : 'Select Next rows to see more.'}
          </EmptyState>
        )}
        <nav aria-label="Pages" className="mt-4 flex gap-2">
          {from > 0 ? <ButtonLink to={address({})}>First rows</ButtonLink> : null}
          {next === null ? null : <ButtonLink to={address({ from: next })}>Next rows</ButtonLink>}
        </nav>
      </div>
    </PageFrame>
  );
}

/** Shown if the URL names no two runs. */
export function ChooseRunsPage() {
  return (
    <PageFrame title="Compare runs">
      <EmptyState
        title="Choose two runs"
        action={
          <ButtonLink to="/baiql/runs" variant="primary">
            All runs
          </ButtonLink>
        }
      >
        Select two runs in the list, then Compare.
      </EmptyState>
    </PageFrame>
  );
}

function RunSummary({ name, run, timeZone }: { name: string; run: RunView; timeZone: string }) {
  const { state, word } = describeStatus(run);
  return (
    <section aria-label={`${name} run`} className="bg-surface px-4 py-3">
      <p className="text-xs text-ink-3">{name}</p>
      <p className="font-semibold wrap-anywhere">
        <Link to={`/baiql/exec/${run.executionId}`}>{run.scriptName}</Link>
      </p>
      <p className="num mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-s text-ink-2">
        <StateBadge state={state}>{word}</StateBadge>
        <DateTime at={run.startedAt ?? run.createdAt} timeZone={timeZone} />
        <span>
          {formatCount(run.succeeded)} done{run.failed > 0 ? `, ${formatCount(run.failed)} failed` : ''}
        </span>
        {run.costMicroUsd === null ? null : <Money use="estimate" charged={run.costMicroUsd} />}
      </p>
    </section>
  );
}

function SideFacts({ name, side }: { name: string; side: Side | null }) {
  return (
    <span className="num flex flex-wrap items-center gap-x-3 text-xs font-normal text-ink-3">
      <span className="font-medium">{name}</span>
      {side === null ? (
        <span>Not in this run</span>
      ) : (
        <>
          {side.isEdited ? <StateBadge state="edited" /> : null}
          {side.status === 'succeeded' ? null : (
            <StateBadge state={side.status === 'failed' ? 'failed' : 'off'}>
              {side.status === 'failed' ? 'Failed' : 'Skipped'}
            </StateBadge>
          )}
          {side.costMicroUsd === null ? null : <Money use="estimate" charged={side.costMicroUsd} />}
          {side.reason === null ? null : <span className="text-bad">{side.reason}</span>}
        </>
      )}
    </span>
  );
}

function Replies({ a, b }: { a: Side | null; b: Side | null }) {
  const [before, after] = [a?.reply ?? '', b?.reply ?? ''];
  const [first, second] = [<SideFacts name="First" side={a} />, <SideFacts name="Second" side={b} />];
  if (before === after) {
    return (
      <>
        <div className="grid gap-x-8 gap-y-1 md:grid-cols-2">
          {first}
          {second}
        </div>
        <p className="mt-2 leading-6 wrap-anywhere whitespace-pre-wrap text-ink-2">
          {before === '' ? '–' : before}
        </p>
      </>
    );
  }
  return (
    <Diff
      before={before}
      after={after}
      view="split"
      titles={[first, second]}
      className="mt-2 md:gap-x-8 md:bg-transparent"
    />
  );
}
