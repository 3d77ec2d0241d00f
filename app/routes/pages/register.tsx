import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import {
  AccountFrame,
  CheckYourEmail,
  emailOnlySchema,
  FAILURES,
  GoogleButton,
  RegisterForm,
  registerSchema,
  SignedIn,
  withReturnTo,
} from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  openSignInPage,
  registerUser,
  resendConfirmation,
} from '~/features/accounts/index.server';
import { Notice } from '~/ui/notice';
import { keepForm } from '~/ui/form/keep-form';

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
    rateLimit: ACCOUNT_RATE_LIMITS.register,
    failure: FAILURES.register,
    run: async ({ services, input }) => {
      await registerUser(services, input);
      return { email: input.email };
    },
  }),
  resend: form({
    schema: emailOnlySchema,
    rateLimit: ACCOUNT_RATE_LIMITS.askForMail,
    failure: FAILURES.resend,
    run: ({ services, input }) => {
      resendConfirmation(services, input);
      return Promise.resolve({ email: input.email });
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) =>
  keepForm<typeof action>(args, FAILURES.register);

export default function Register() {
  const { returnTo, hasGoogle, failure, signedIn, sendsMail } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (signedIn) return <SignedIn {...signedIn} />;
  if (result?.done) return <CheckYourEmail email={result.done.email} sendsMail={sendsMail} />;
  return (
    <AccountFrame
      title="Create an account"
      lead="Free to start: 15 requests a day, nothing to pay."
      footer={
        <>
          Have an account?{' '}
          <Link to={withReturnTo('/login', returnTo)} className="link">
            Login
          </Link>
        </>
      }
    >
      {failure === null || result ? null : <Notice tone="bad">{failure}</Notice>}
      {hasGoogle ? <GoogleButton from="register" returnTo={returnTo} /> : null}
      <RegisterForm lastResult={result?.reply} />
    </AccountFrame>
  );
}
