import { redirect, type MetaFunction } from '@remix-run/node';
import {
  Link,
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { withHeaders } from '~/core/edge/reply.server';
import {
  AccountFrame,
  emailOnlySchema,
  FAILURES,
  GoogleButton,
  LoginForm,
  loginSchema,
  NoMailYet,
  SignedIn,
  withReturnTo,
} from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  landingAfterSignIn,
  openSignInPage,
  resendConfirmation,
  signedInHeaders,
  signInOnPage,
} from '~/features/accounts/index.server';
import { Notice } from '~/ui/notice';
import { keepForm } from '~/ui/form/keep-form';

export const meta: MetaFunction = () => [
  { title: 'Login · Promptwell' },
  {
    name: 'description',
    content: 'Log in to Promptwell to write prompts, send them to AI models and see what each reply costs.',
  },
];

export const loader = page({ access: 'anyone', load: (args) => openSignInPage(args, 'login') });

/** After the form was sent, the page itself says what comes next: loading it anew would skip that. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === 'POST' ? false : defaultShouldRevalidate;

export const action = forms('anyone', (form) => ({
  'sign-in': form({
    schema: loginSchema,
    failure: FAILURES.login,
    run: async ({ services, client, input, request }) => {
      const result = await signInOnPage(services, client, input);
      if (result.kind === 'password-expired') return redirect(result.path);
      const { signedIn } = result;
      const { id, firstName } = signedIn.user;
      const to = await landingAfterSignIn(services, id, request);
      return withHeaders({ firstName, to }, signedInHeaders(services, request, signedIn));
    },
  }),
  resend: form({
    schema: emailOnlySchema,
    rateLimit: ACCOUNT_RATE_LIMITS.askForMail,
    failure: FAILURES.resend,
    run: ({ services, input }) => Promise.resolve(resendConfirmation(services, input)),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => keepForm<typeof action>(args, FAILURES.login);

export default function Login() {
  const { greeting, returnTo, hasGoogle, failure, signedIn, hasEnded, sendsMail } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.intent === 'sign-in' && result.done) return <SignedIn {...result.done} />;
  if (signedIn) return <SignedIn {...signedIn} />;
  return (
    <AccountFrame
      title={greeting}
      lead="Log in with your email and password."
      footer={
        <>
          New here?{' '}
          <Link to={withReturnTo('/register', returnTo)} className="link">
            Create an account
          </Link>
        </>
      }
    >
      {failure === null || result ? null : <Notice tone="bad">{failure}</Notice>}
      {hasEnded && !result ? (
        <Notice tone="info">
          Your session ended. Log in to pick up where you left off; your drafts are kept in this browser.
        </Notice>
      ) : null}
      {hasGoogle ? <GoogleButton from="login" returnTo={returnTo} /> : null}
      {result?.intent === 'resend' && result.done ? (
        sendsMail ? (
          <Notice tone="good">{result.done.message}</Notice>
        ) : (
          <NoMailYet />
        )
      ) : null}
      <LoginForm lastResult={result?.reply} isUnconfirmed={result?.code === 'email_not_confirmed'} />
    </AccountFrame>
  );
}
