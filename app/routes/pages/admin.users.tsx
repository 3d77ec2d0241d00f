import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { UsersPage } from '~/features/admin';
import {
  changeRoles,
  endUserSessions,
  readUsersPage,
  rolesFormSchema,
  rolesSchema,
  suspendUser,
  testDrivesFormSchema,
  unsuspendUser,
  USER_SEARCH_RATE_LIMIT,
  userFormSchema,
  usersPageQuerySchema,
} from '~/features/admin/index.server';
import { makeTestDrives, requireSecondFactorOf, resetSecondFactor } from '~/features/accounts/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Users · Admin · Promptwell' }];

export const loader = page({
  access: 'users:manage',
  query: usersPageQuerySchema,
  rateLimit: USER_SEARCH_RATE_LIMIT,
  failure: 'Failed to load users',
  load: ({ services, actor, query }) => readUsersPage(services, actor, query),
});

const FAILURE = 'Save failed';
const READY = ['No accounts were created.', '1 account is ready.'];

export const action = forms('users:manage', (form) => ({
  suspend: form({
    schema: userFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      const { email } = await suspendUser(services, actor, input.userId);
      return { message: `${email} is suspended and logged out everywhere.` };
    },
  }),
  unsuspend: form({
    schema: userFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      const { email } = await unsuspendUser(services, actor, input.userId);
      return { message: `${email} can log in again.` };
    },
  }),
  'end-sessions': form({
    schema: userFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      const { email } = await endUserSessions(services, actor, input.userId);
      return { message: `${email} is logged out everywhere.` };
    },
  }),
  'test-drives': form({
    schema: testDrivesFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input: { credit, ...series } }) => {
      const { made, skipped } = await makeTestDrives(services, actor, { ...series, creditCents: credit });
      return {
        message: READY[made.length] ?? `${String(made.length)} accounts are ready.`,
        made: made.map(({ email, password }) => ({ email, password })),
        skipped,
      };
    },
  }),
  'reset-second-factor': form({
    schema: userFormSchema,
    failure: FAILURE,
    run: ({ services, actor, input }) => resetSecondFactor(services, actor, input.userId),
  }),
  'second-factor-roles': form({
    schema: rolesSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      await requireSecondFactorOf(services, actor, input);
      return { message: 'Saved who needs a second factor.' };
    },
  }),
  roles: form({
    schema: rolesFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      const { email } = await changeRoles(services, actor, input);
      return { message: `Roles saved for ${email}.` };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Users() {
  return <UsersPage {...useLoaderData<typeof loader>()} />;
}
