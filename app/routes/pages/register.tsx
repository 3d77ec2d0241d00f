import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { emailOnlySchema, FAILURES, RegisterPage, registerSchema, returnToQuery } from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  openSignInPage,
  registerUser,
  resendConfirmation,
} from '~/features/accounts/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [
  { title: 'Create an account · Promptwell' },
  {
    name: 'description',
    content: 'Create a free Promptwell account: 15 requests a day at no cost, and every model from $5.',
  },
];

export const loader = page({ access: 'anyone', load: (args) => openSignInPage(args, 'register') });

export const action = forms('anyone', (form) => ({
  register: form({
    schema: registerSchema,
    query: returnToQuery,
    rateLimit: ACCOUNT_RATE_LIMITS.register,
    failure: FAILURES.register,
    run: async ({ services, input, query }) => {
      await registerUser(services, { ...input, ...query });
      return { email: input.email };
    },
  }),
  resend: form({
    schema: emailOnlySchema,
    query: returnToQuery,
    rateLimit: ACCOUNT_RATE_LIMITS.askForMail,
    failure: FAILURES.resend,
    run: ({ services, input, query }) => {
      resendConfirmation(services, { ...input, ...query });
      return Promise.resolve({ email: input.email });
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) =>
  preserveForm<typeof action>(args, FAILURES.register);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Register() {
  return <RegisterPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />;
}
