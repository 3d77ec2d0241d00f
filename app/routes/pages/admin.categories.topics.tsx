import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { TopicsPage } from '~/features/content';
import { readTopics, saveTopic, topicFormSchema } from '~/features/content/index.server';
import { keepForm } from '~/ui/form/keep-form';

export const meta: MetaFunction = () => [{ title: 'Topics · Admin · Promptwell' }];

export const loader = page({
  access: 'content:edit',
  load: ({ services }) => readTopics(services),
});

const FAILURE = 'Save failed';

export const action = forms('content:edit', (form) => ({
  save: form({
    schema: topicFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      await saveTopic(services, actor, input);
      return { message: `${input.name} is saved.` };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => keepForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/keep-form';

export default function Topics() {
  return <TopicsPage {...useLoaderData<typeof loader>()} />;
}
