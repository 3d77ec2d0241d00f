import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { FeedbackSurvey } from '~/features/feedback';
import { readSurvey } from '~/features/feedback/index.server';

export const meta: MetaFunction = () => [{ title: 'Feedback · Promptwell' }];

export const loader = page({
  access: 'anyone',
  load: async ({ services, actor }) => ({ survey: actor ? await readSurvey(services, actor) : null }),
});

export default function Feedback() {
  return <FeedbackSurvey {...useLoaderData<typeof loader>()} />;
}
