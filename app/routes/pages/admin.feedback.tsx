import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { FeedbackResultsPage } from '~/features/admin';
import { feedbackResultsQuerySchema, readFeedbackResults } from '~/features/feedback/index.server';

export const meta: MetaFunction = () => [{ title: 'Feedback · Admin · Promptwell' }];

export const loader = page({
  access: 'feedback:read',
  query: feedbackResultsQuerySchema,
  load: ({ services, actor, query }) => readFeedbackResults(services, actor, query),
});

export default function FeedbackResults() {
  return <FeedbackResultsPage {...useLoaderData<typeof loader>()} />;
}
