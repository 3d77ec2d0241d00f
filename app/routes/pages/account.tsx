import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import {
  AccountPage,
  accountSettingsSchema,
  changeEmailSchema,
  changePasswordSchema,
  emptySchema,
  endSessionSchema,
  FAILURES,
} from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  changePassword,
  endOtherSessions,
  endSession,
  readAccountPage,
  requestEmailChange,
  saveSettings,
} from '~/features/accounts/index.server';
import { keepForm } from '~/ui/form/keep-form';

export const meta: MetaFunction = () => [{ title: 'Your account · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  load: ({ services, actor }) => readAccountPage(services, actor),
});

export const action = forms('signed-in', (form) => ({
  'change-password': form({
    schema: changePasswordSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.changePassword,
    failure: FAILURES.account,
    run: ({ services, actor, input }) => changePassword(services, actor, input),
  }),
  'change-email': form({
    schema: changeEmailSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.changeEmail,
    failure: FAILURES.account,
    run: ({ services, actor, input }) => requestEmailChange(services, actor, input),
  }),
  settings: form({
    schema: accountSettingsSchema,
    failure: FAILURES.account,
    run: ({ services, actor, input }) => saveSettings(services, actor, input),
  }),
  'end-session': form({
    schema: endSessionSchema,
    failure: FAILURES.account,
    run: ({ services, actor, input }) => endSession(services, actor, input),
  }),
  'end-others': form({
    schema: emptySchema,
    failure: FAILURES.account,
    run: ({ services, actor }) => endOtherSessions(services, actor),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) =>
  keepForm<typeof action>(args, FAILURES.account);
export { shouldRevalidate } from '~/ui/form/keep-form';

export default function Account() {
  return <AccountPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />;
}
