import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import {
  accountQuery,
  codeSchema,
  currentPasswordSchema,
  emptySchema,
  FAILURES,
  proofLinkSchema,
  SecondFactorPage,
} from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  disableSecondFactor,
  enableSecondFactor,
  proveByLink,
  readSecondFactorPage,
  renewRecoveryCodes,
  requestProofLink,
  startSecondFactor,
} from '~/features/accounts/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Authenticator · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  beforeSecondFactor: true,
  query: accountQuery,
  load: ({ services, actor, query }) => readSecondFactorPage(services, actor, query),
});

const rateLimit = ACCOUNT_RATE_LIMITS.secondFactor;
const failure = FAILURES.account;

export const action = forms(
  'signed-in',
  (form) => ({
    start: form({
      schema: currentPasswordSchema,
      rateLimit,
      failure,
      run: async ({ services, actor, input }) => {
        await startSecondFactor(services, actor, input);
        return { message: 'Now scan the QR code.' };
      },
    }),
    enable: form({
      schema: codeSchema,
      rateLimit,
      failure,
      run: ({ services, actor, input }) => enableSecondFactor(services, actor, input),
    }),
    'recovery-codes': form({
      schema: currentPasswordSchema,
      rateLimit,
      failure,
      run: ({ services, actor, input }) => renewRecoveryCodes(services, actor, input),
    }),
    disable: form({
      schema: currentPasswordSchema,
      rateLimit,
      failure,
      run: ({ services, actor, input }) => disableSecondFactor(services, actor, input),
    }),
    'request-proof': form({
      schema: emptySchema,
      failure,
      run: ({ services, actor }) => requestProofLink(services, actor),
    }),
    'prove-by-link': form({
      schema: proofLinkSchema,
      rateLimit: ACCOUNT_RATE_LIMITS.useToken,
      failure,
      run: ({ services, actor, input }) => proveByLink(services, actor, input),
    }),
  }),
  { beforeSecondFactor: true },
);

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, failure);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function SecondFactor() {
  return <SecondFactorPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />;
}
