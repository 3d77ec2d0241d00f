import { Download } from 'lucide-react';
import { LAST_PAGE } from '~/core/shared/pages';
import type { readFeedbackResults } from '~/features/feedback/index.server';
import { buttonClasses } from '~/ui/button-variant';
import { Chart } from '~/ui/chart/chart';
import { EmptyState } from '~/ui/empty-state';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { Section, Toolbar } from '~/ui/page/section';
import { DateTime } from '~/ui/relative-time';
import { SegmentedLinks } from '~/ui/segmented-links';
import { DataTable } from '~/ui/table/data-table';
import { Table } from '~/ui/table/table';
import { useTableState } from '~/ui/table/use-table-state';
import { AdminFrame } from '../admin-frame';
import { Distribution, NO_ANSWER_HUE, RATING_RANGES } from './distribution';

type Props = Awaited<ReturnType<typeof readFeedbackResults>>;

export function FeedbackResultsPage(props: Props) {
  const { group, groups, total, results } = props;
  return (
    <AdminFrame
      title="Feedback"
      lead="What people with test-drive accounts answered, from 1 to 10."
      actions={
        <a className={buttonClasses('secondary', 'm')} href="/api/admin/feedback/export">
          <Download aria-hidden="true" className="size-4" />
          Export CSV
        </a>
      }
    >
      <Toolbar label="Filter">
        <div className="max-w-full overflow-x-auto">
          <SegmentedLinks
            label="Test group"
            links={[
              { to: '/admin/feedback', label: 'All', isCurrent: group === null },
              ...groups.map(({ id, name }) => ({
                to: `?group=${String(id)}`,
                label: name,
                isCurrent: id === group,
              })),
            ]}
          />
        </div>
      </Toolbar>
      {total === 0 ? (
        <EmptyState title="No feedback yet">
          People with test-drive accounts find the survey under Docs once they have used their credit.
        </EmptyState>
      ) : (
        <>
          <AnswersChart total={total} results={results} />
          <AnswersByGroup groups={groups} results={results} />
          <Submissions {...props} />
        </>
      )}
    </AdminFrame>
  );
}

/** Number of answers per question and range. */
function AnswersChart({ total, results }: Pick<Props, 'total' | 'results'>) {
  return (
    <Chart
      kind="stacked"
      title={`Answers of ${formatCountOf(total, 'submission')}`}
      unit="answers"
      pointsLabel="Question"
      points={results.map(({ key }) => key)}
      series={[
        ...RATING_RANGES.map(({ key, label, hue, from, to }) => ({
          key,
          label,
          hue,
          values: results.map(({ counts }) =>
            counts.slice(from - 1, to).reduce((sum, count) => sum + count, 0),
          ),
        })),
        {
          key: 'na',
          label: 'N/A',
          hue: NO_ANSWER_HUE,
          values: results.map(({ notApplicable }) => notApplicable),
        },
      ]}
      format={formatCount}
    />
  );
}

const formatAverage = (average: number | null): string => (average === null ? '–' : average.toFixed(1));

function AnswersByGroup({ groups, results }: Pick<Props, 'groups' | 'results'>) {
  return (
    <Section
      title="By question and group"
      lead="How often each answer was given, and the averages without N/A."
    >
      <Table
        caption="Average by question and group"
        rows={results}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'question',
            header: 'Question',
            isTitle: true,
            className: 'md:w-full',
            cell: ({ key, question, counts, notApplicable }) => (
              <div className="w-full">
                {key}. {question}
                <Distribution counts={counts} notApplicable={notApplicable} />
              </div>
            ),
          },
          {
            key: 'average',
            header: 'All',
            isNumber: true,
            cell: ({ average }) => <b>{formatAverage(average)}</b>,
          },
          ...groups.map(({ id, name }, index) => ({
            key: String(id),
            header: name,
            isNumber: true,
            isSecondary: true,
            cell: ({ byGroup }: Props['results'][number]) => formatAverage(byGroup[index] ?? null),
          })),
        ]}
      />
    </Section>
  );
}

function Submissions({ groups, total, comments, pageSize, timeZone }: Props) {
  const table = useTableState({ pageSizes: [pageSize], filters: ['group'], lastPage: LAST_PAGE });
  return (
    <Section title="Submissions">
      <DataTable
        caption="Submissions, newest first"
        noun="submissions"
        table={table}
        total={total}
        rows={comments}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'at',
            header: 'When',
            cell: ({ at }) => <DateTime at={at} timeZone={timeZone} />,
          },
          {
            key: 'email',
            header: 'Who',
            isTitle: true,
            cell: ({ email }) => <span className="wrap-anywhere md:block md:min-w-48">{email}</span>,
          },
          {
            key: 'group',
            header: 'Group',
            cell: ({ categoryId }) => (
              <span className="whitespace-nowrap">{groups.find(({ id }) => id === categoryId)?.name}</span>
            ),
          },
          {
            key: 'comment',
            header: 'Comment',
            className: 'md:w-full',
            cell: ({ comment }) =>
              comment === '' ? (
                <span className="text-ink-3">No comment</span>
              ) : (
                <span className="whitespace-pre-line wrap-anywhere">{comment}</span>
              ),
          },
        ]}
        empty={null}
      />
    </Section>
  );
}
