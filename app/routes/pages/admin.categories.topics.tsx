import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { TopicsPage } from '~/features/content';
import { readTopics, saveTopic, topicFormSchema } from '~/features/content/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

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

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Topics() {
  return <TopicsPage {...useLoaderData<typeof loader>()} />;
}
