import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import {
  AccountPage,
  accountQuery,
  accountSettingsSchema,
  changeEmailSchema,
  changePasswordSchema,
  dropPasswordSchema,
  emptySchema,
  endSessionSchema,
  FAILURES,
  proofLinkSchema,
  proveByPasswordSchema,
  unlinkProviderSchema,
  removePasskeySchema,
  renamePasskeySchema,
} from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  changePassword,
  dropPassword,
  endOtherSessions,
  endSession,
  proveByLink,
  proveByPassword,
  readAccountPage,
  requestEmailChange,
  removePasskey,
  renamePasskey,
  requestProofLink,
  saveSettings,
  unlinkProvider,
} from '~/features/accounts/index.server';
import { preserveForm } from '~/ui/form/preserve-form';
import { isolate } from '~/ui/isolate';

export const meta: MetaFunction = () => [{ title: 'Your account · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  query: accountQuery,
  load: ({ services, actor, query }) => readAccountPage(services, actor, query),
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
  'drop-password': form({
    schema: dropPasswordSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.changePassword,
    failure: FAILURES.account,
    run: ({ services, actor, input }) => dropPassword(services, actor, input),
  }),
  'rename-passkey': form({
    schema: renamePasskeySchema,
    failure: FAILURES.account,
    run: async ({ services, actor, input }) => {
      const { name } = await renamePasskey(services, actor, input);
      return { message: `Renamed to “${isolate(name)}”.` };
    },
  }),
  'remove-passkey': form({
    schema: removePasskeySchema,
    rateLimit: ACCOUNT_RATE_LIMITS.secondFactor,
    failure: FAILURES.account,
    run: ({ services, actor, input }) => removePasskey(services, actor, input),
  }),
  'request-proof': form({
    schema: emptySchema,
    failure: FAILURES.account,
    run: ({ services, actor }) => requestProofLink(services, actor),
  }),
  'prove-by-link': form({
    schema: proofLinkSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.useToken,
    failure: FAILURES.account,
    run: ({ services, actor, input }) => proveByLink(services, actor, input),
  }),
  'prove-by-password': form({
    schema: proveByPasswordSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.changePassword,
    failure: FAILURES.account,
    run: ({ services, actor, input }) => proveByPassword(services, actor, input),
  }),
  'unlink-provider': form({
    schema: unlinkProviderSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.changePassword,
    failure: FAILURES.account,
    run: ({ services, actor, input }) => unlinkProvider(services, actor, input),
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
  preserveForm<typeof action>(args, FAILURES.account);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Account() {
  return <AccountPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />;
}
