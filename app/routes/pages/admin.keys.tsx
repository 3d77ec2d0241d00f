import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { AdminKeysPage } from '~/features/api-keys';
import {
  adminKeysQuery,
  keyFormParams,
  readAdminKeysPage,
  revokeKeyOfUser,
} from '~/features/api-keys/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'API keys · Admin · Promptwell' }];

export const loader = page({
  access: 'users:manage',
  query: adminKeysQuery,
  load: ({ services, actor, query }) => readAdminKeysPage(services, actor, query),
});

const FAILURE = 'The key could not be revoked.';

export const action = forms('users:manage', (form) => ({
  revoke: form({
    schema: keyFormParams,
    query: adminKeysQuery,
    failure: FAILURE,
    run: async ({ services, actor, input, query }) => {
      await revokeKeyOfUser(services, actor, { userId: query.user, keyId: input.id });
      return { message: 'The key is revoked.' };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Keys() {
  return <AdminKeysPage {...useLoaderData<typeof loader>()} />;
}
