import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { KeyPolicyPage } from '~/features/api-keys';
import {
  keyPolicyFormSchema,
  keyPolicyOf,
  readKeyPolicy,
  saveKeyPolicy,
} from '~/features/api-keys/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'API Key Settings · Admin · Promptwell' }];

export const loader = page({
  access: 'users:manage',
  load: ({ services }) => readKeyPolicy(services),
});

const FAILURE = 'The settings could not be saved. Please try again.';

export const action = forms('users:manage', (form) => ({
  save: form({
    schema: keyPolicyFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      await saveKeyPolicy(services, actor, keyPolicyOf(input));
      return { message: 'API key settings saved.' };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function KeySettings() {
  return <KeyPolicyPage {...useLoaderData<typeof loader>()} />;
}
