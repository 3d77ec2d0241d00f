import { ButtonLink } from '~/ui/button-link';
import { Disclosure } from '~/ui/disclosure';
import { EmptyState } from '~/ui/empty-state';
import { formatCount } from '~/ui/format-count';
import { Money } from '~/ui/money';
import { Section } from '~/ui/page/section';
import { Table } from '~/ui/table/table';
import type { Insight } from './insights';
import type { readInsights } from './read-insights.server';

type Props = Awaited<ReturnType<typeof readInsights>>;

/** Insights about the user's usage, each with its figures. */
export function InsightsPage({ range, insights, requests }: Props) {
  if (insights.length === 0) {
    return requests === 0 ? (
      <EmptyState title="No insights yet" action={<ButtonLink to="/ai">Write a prompt</ButtonLink>}>
        Once you’ve used a few models, this page points out what costs most and where a cheaper model would
        do.
      </EmptyState>
    ) : (
      <EmptyState
        title="Nothing stands out"
        action={range === '30d' ? undefined : <ButtonLink to="?range=30d">View the last 30 days</ButtonLink>}
      >
        In this period, no kind of prompt, model or day cost much more than the others.
      </EmptyState>
    );
  }
  return (
    <>
      {insights.map((insight) => (
        <InsightSection key={insight.key} insight={insight} />
      ))}
    </>
  );
}

function InsightSection({ insight: { title, sentence, figures } }: { insight: Insight }) {
  return (
    <Section title={title} lead={sentence}>
      <Disclosure summary="Show the figures" aside={formatCount(figures.length)}>
        <Table
          caption={`${title}: the figures`}
          rows={figures}
          rowKey={({ label }) => label}
          columns={[
            { key: 'label', header: 'What', isTitle: true, cell: ({ label }) => label },
            {
              key: 'requests',
              header: 'Requests',
              isNumber: true,
              cell: (figure) => formatCount(figure.requests),
            },
            {
              key: 'tokens',
              header: 'Tokens per reply',
              isNumber: true,
              cell: ({ replyTokens }) => formatCount(replyTokens),
            },
            {
              key: 'cost',
              header: 'Cost',
              isNumber: true,
              cell: ({ costMicroUsd }) => <Money use="exact" microUsd={costMicroUsd} />,
            },
          ]}
        />
      </Disclosure>
    </Section>
  );
}
