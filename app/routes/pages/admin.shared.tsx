import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { SharedSessionsPage } from '~/features/sessions';
import {
  readSharedSessionsPage,
  sharedSessionParams,
  sharedSessionsAddress,
  switchOffShare,
} from '~/features/sessions/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Shared sessions · Admin · Promptwell' }];

export const loader = page({
  access: 'prompts:moderate',
  query: sharedSessionsAddress,
  load: ({ services, actor, query }) => readSharedSessionsPage(services, actor, query),
});

const FAILURE = 'The link could not be switched off.';

export const action = forms('prompts:moderate', (form) => ({
  'switch-off': form({
    schema: sharedSessionParams,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      await switchOffShare(services, actor, input.id);
      return { message: 'The link is switched off.' };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function SharedSessions() {
  return <SharedSessionsPage {...useLoaderData<typeof loader>()} />;
}
