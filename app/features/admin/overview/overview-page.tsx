import { Link } from '@remix-run/react';
import { Chart } from '~/ui/chart/chart';
import { EmptyState } from '~/ui/empty-state';
import { formatBytes, formatCount } from '~/ui/format-count';
import { formatDay } from '~/ui/format-date';
import { formatDuration } from '~/ui/format-duration';
import { Money } from '~/ui/money';
import { Section } from '~/ui/page/section';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { RelativeTime } from '~/ui/relative-time';
import { Table } from '~/ui/table/table';
import { AdminFrame } from '../admin-frame';
import { EndingModelsNotice } from '../ending-notice';
import { FIGURE_LISTS } from './figure-lists';
import type { readOverviewPage } from './read-overview-page.server';
import { SetupChecklist } from './setup-checklist';

type Props = Awaited<ReturnType<typeof readOverviewPage>>;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
const within = (ms: number | null): string => (ms === null ? '> 2 min' : `≤ ${seconds(ms)}`);

export function OverviewPage(props: Props) {
  const { setup, ending, endingDays, overview, day, week, runs, disk, backup, timeZone, now } = props;
  return (
    <AdminFrame title="Overview" lead="How this installation is doing. Select a figure to see its list.">
      <EndingModelsNotice ending={ending} days={endingDays} />
      <SetupChecklist setup={setup} />
      <StatGrid label="Users and prompts">
        <StatTile label="Users" value={formatCount(overview.totalUsers)} to={FIGURE_LISTS.users} />
        <StatTile
          label="New users, 7 days"
          value={formatCount(overview.newUsers7)}
          note={`${formatCount(overview.newUsers30)} in 30 days`}
          to={FIGURE_LISTS.newUsers7}
        />
        <StatTile
          label="Generated prompts"
          value={formatCount(overview.totalGeneratedPrompts)}
          to={FIGURE_LISTS.generated}
        />
        <StatTile
          label="Saved prompts"
          value={formatCount(overview.totalSavedPrompts)}
          to={FIGURE_LISTS.saved}
        />
      </StatGrid>
      <div className="mt-4">
        <StatGrid label="Requests and money">
          <StatTile
            label="Requests, 24 hours"
            value={formatCount(day.calls)}
            note={`${formatCount(week.calls)} in 7 days`}
            to={FIGURE_LISTS.requests24h}
          />
          <StatTile
            label="Charged to users, 24 hours"
            value={<Money use="spent" microUsd={day.paidMicroUsd} />}
            note={
              <>
                <Money use="spent" microUsd={week.paidMicroUsd} /> in 7 days
              </>
            }
            to={FIGURE_LISTS.requests24h}
          />
          <StatTile
            label="Cost of free requests, 7 days"
            value={<Money use="spent" microUsd={week.promoMicroUsd} />}
            note="Covered by this installation"
            to={FIGURE_LISTS.free7days}
          />
        </StatGrid>
      </div>
      <div className="mt-4">
        <StatGrid label="Operation">
          <StatTile
            label="Runs in progress"
            value={formatCount(runs.running)}
            note={`${formatCount(runs.queued)} in the queue`}
            to={FIGURE_LISTS.running}
          />
          <StatTile
            label="Disk space free"
            value={formatBytes(disk.freeBytes)}
            note={`of ${formatBytes(disk.totalBytes)}`}
            to="/admin/health"
          />
          <StatTile
            label="Last backup"
            value={backup === null ? 'Never' : <RelativeTime at={backup.at} now={now} timeZone={timeZone} />}
            note={backup === null ? 'See Health' : backup.isOk ? 'Complete' : 'Failed: see Health'}
            to="/admin/health"
          />
        </StatGrid>
      </div>
      <Providers providers={props.providers} />
      <Ocr {...props} />
      <Categories categories={overview.categories} />
    </AdminFrame>
  );
}

function Providers({ providers }: Pick<Props, 'providers'>) {
  return (
    <Section
      id="providers"
      title="Providers"
      lead="Calls in the last 7 days: how many failed, and how long they took."
    >
      {providers.length === 0 ? (
        <EmptyState title="No calls in the last 7 days">
          Once people send prompts, failures and latency are listed here by provider.
        </EmptyState>
      ) : (
        <Table
          caption="Calls by provider"
          rows={providers}
          rowKey={({ provider }) => provider}
          columns={[
            {
              key: 'provider',
              header: 'Provider',
              isTitle: true,
              cell: ({ name }) => <Link to="/admin/models">{name}</Link>,
            },
            { key: 'calls', header: 'Calls', isNumber: true, cell: ({ calls }) => formatCount(calls) },
            {
              key: 'failures',
              header: 'Failed',
              isNumber: true,
              cell: ({ provider, failures, calls }) => (
                <Link
                  to={FIGURE_LISTS.failuresOf(provider)}
                  className={failures > 0 ? 'text-bad' : undefined}
                >
                  {formatCount(failures)} ({((100 * failures) / Math.max(1, calls, failures)).toFixed(1)}%)
                </Link>
              ),
            },
            { key: 'average', header: 'Average', isNumber: true, cell: (row) => seconds(row.averageMs) },
            { key: 'median', header: 'Median', isNumber: true, cell: (row) => within(row.medianMs) },
            { key: 'p95', header: '95th percentile', isNumber: true, cell: (row) => within(row.p95Ms) },
          ]}
        />
      )}
    </Section>
  );
}

function Ocr({ overview, ocr, timeZone }: Props) {
  const { daily, topUsers } = ocr;
  return (
    <Section
      id="ocr"
      title="Text recognition (OCR)"
      lead={`In the last 7 days: ${formatCount(overview.ocrLast7Days)} documents, ${formatCount(overview.ocrChars7)} characters, ${formatDuration(overview.ocrMs7 / 1000)} of processing.`}
    >
      {daily.every(({ count }) => count === 0) ? (
        <EmptyState title="No documents in the last 14 days">
          Scanned pages and images that people have read are counted here by day.
        </EmptyState>
      ) : (
        <Chart
          kind="bar"
          title="Documents read with OCR, 14 days"
          unit="documents"
          points={daily.map(({ date }) => formatDay(new Date(`${date}T12:00:00Z`), 'UTC'))}
          series={[{ key: 'count', label: 'Documents', values: daily.map(({ count }) => count) }]}
          format={formatCount}
        />
      )}
      {topUsers.length === 0 ? null : (
        <div className="mt-6">
          <h3 className="mb-2 text-m font-semibold">Top users, 30 days</h3>
          <Table
            caption={`Top users of OCR in the last 30 days (${timeZone})`}
            rows={topUsers}
            rowKey={({ userId }) => userId}
            columns={[
              {
                key: 'user',
                header: 'User',
                isTitle: true,
                cell: ({ userId, user }) => (
                  <Link to={`/admin/usage?user=${userId}`} className="wrap-anywhere">
                    {user}
                  </Link>
                ),
              },
              { key: 'count', header: 'Documents', isNumber: true, cell: (row) => formatCount(row.count) },
              { key: 'chars', header: 'Characters', isNumber: true, cell: (row) => formatCount(row.chars) },
              { key: 'ms', header: 'Time', isNumber: true, cell: (row) => formatDuration(row.ms / 1000) },
            ]}
          />
        </div>
      )}
    </Section>
  );
}

function Categories({ categories }: { categories: Props['overview']['categories'] }) {
  return (
    <Section id="categories" title="Prompts by category">
      <Table
        caption="Prompts by category"
        rows={categories}
        rowKey={({ id }) => String(id)}
        columns={[
          {
            key: 'name',
            header: 'Category',
            isTitle: true,
            cell: ({ id, name }) => (
              <Link to={`/admin/categories/${String(id)}`} className="wrap-anywhere md:block md:min-w-48">
                {name}
              </Link>
            ),
          },
          {
            key: 'generated',
            header: 'Generated',
            isNumber: true,
            cell: ({ id, generatedCount }) => (
              <Link to={FIGURE_LISTS.generatedIn(id)}>{formatCount(generatedCount)}</Link>
            ),
          },
          {
            key: 'saved',
            header: 'Saved',
            isNumber: true,
            cell: ({ id, savedCount }) => (
              <Link to={FIGURE_LISTS.savedIn(id)}>{formatCount(savedCount)}</Link>
            ),
          },
        ]}
      />
    </Section>
  );
}
