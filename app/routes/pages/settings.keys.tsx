import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { KeysPage } from '~/features/api-keys';
import {
  changeKey,
  changeKeyFormSchema,
  createKey,
  createKeyFormSchema,
  KEY_RATE_LIMIT,
  keyChangeOfForm,
  keyFormParams,
  newKeyOfForm,
  readKeysPage,
  revokeKey,
  type CreatedKey,
} from '~/features/api-keys/index.server';
import { preserveForm } from '~/ui/form/preserve-form';
import { isolate } from '~/ui/isolate';

export const meta: MetaFunction = () => [{ title: 'API keys · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  failure: 'Failed to load your API keys',
  load: ({ services, actor }) => readKeysPage(services, actor),
});

interface Done {
  message: string | null;
  created?: CreatedKey;
}

const FAILURE = 'That didn’t work. Please try again.';

export const action = forms('signed-in', (form) => ({
  create: form({
    schema: createKeyFormSchema,
    rateLimit: KEY_RATE_LIMIT,
    failure: FAILURE,
    run: async ({ services, actor, input }): Promise<Done> => ({
      message: null,
      created: await createKey(services, actor, newKeyOfForm(input)),
    }),
  }),
  change: form({
    schema: changeKeyFormSchema,
    rateLimit: KEY_RATE_LIMIT,
    failure: FAILURE,
    run: async ({ services, actor, input }): Promise<Done> => {
      const { name } = await changeKey(services, actor, keyChangeOfForm(input));
      return { message: `${isolate(name)} is saved.` };
    },
  }),
  revoke: form({
    schema: keyFormParams,
    failure: FAILURE,
    run: async ({ services, actor, input }): Promise<Done> => {
      await revokeKey(services, actor, input.id);
      return { message: 'The key is revoked.' };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Keys() {
  return <KeysPage {...useLoaderData<typeof loader>()} />;
}
