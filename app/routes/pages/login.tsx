import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import {
  Link,
  useActionData,
  useLoaderData,
  type ShouldRevalidateFunction,
  type ClientActionFunctionArgs,
} from '@remix-run/react';
import { optionalActor } from '~/core/authorize.server';
import { readFormBody } from '~/core/http.server';
import {
  AccountFrame,
  emailOnlySchema,
  FAILURES,
  GoogleButton,
  LoginForm,
  loginSchema,
  ResendForm,
  SignedIn,
  withReturnTo,
  keepForm,
} from '~/features/accounts';
import {
  browserHeaders,
  landingAfterSignIn,
  pickGreeting,
  readGoogleReturn,
  resendConfirmation,
  signInOnPage,
  submitForm,
  visitorOf,
} from '~/features/accounts/index.server';
import { Notice } from '~/ui/notice';

export const meta: MetaFunction = () => [
  { title: 'Sign in · Promptwell' },
  {
    name: 'description',
    content: 'Sign in to Promptwell to write prompts, send them to AI models and see what each reply costs.',
  },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { app } = context;
  const actor = await optionalActor(request, context);
  if (actor) return redirect(await landingAfterSignIn(app, actor.userId, request));
  const { searchParams } = new URL(request.url);
  const page = {
    greeting: pickGreeting(),
    returnTo: searchParams.get('returnTo'),
    hasGoogle: app.accounts.google !== undefined,
    failure: null,
    signedIn: null,
  };
  const google = await readGoogleReturn(app.accounts, request, 'login', visitorOf(request, context));
  if (google.kind === 'nothing') return page;
  if (google.kind === 'failed') return { ...page, failure: google.message };
  const { user } = google.signedIn;
  const headers = browserHeaders(request, context, google.signedIn);
  headers.append('Set-Cookie', google.endJourney);
  const to = await landingAfterSignIn(app, user.id, request);
  return data({ ...page, signedIn: { firstName: user.firstName, to } }, { headers });
}

/** After the form was sent, the page itself says what comes next: loading it anew would skip that. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === 'POST' ? false : defaultShouldRevalidate;

export async function action({ request, context }: ActionFunctionArgs) {
  const { accounts, log } = context.app;
  const visitor = visitorOf(request, context);
  const fields = await readFormBody(request);
  if (fields.get('act') === 'resend') {
    const resend = { fields, schema: emailOnlySchema, failure: FAILURES.resend, log };
    const outcome = await submitForm(resend, (form) => resendConfirmation(accounts, form, visitor));
    return data({ kind: 'resent' as const, ...outcome }, outcome.status);
  }
  const login = { fields, schema: loginSchema, failure: FAILURES.login, log };
  const outcome = await submitForm(login, (form) => signInOnPage(accounts, form, visitor));
  if (!outcome.done) return data({ kind: 'refused' as const, ...outcome }, outcome.status);
  if (outcome.done.kind === 'password-expired') return redirect(outcome.done.path);
  const { signedIn } = outcome.done;
  const to = await landingAfterSignIn(context.app, signedIn.user.id, request);
  return data(
    { kind: 'signed-in' as const, firstName: signedIn.user.firstName, to },
    { headers: browserHeaders(request, context, signedIn) },
  );
}

export const clientAction = (args: ClientActionFunctionArgs) => keepForm<typeof action>(args, FAILURES.login);

export default function Login() {
  const { greeting, returnTo, hasGoogle, failure, signedIn } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.kind === 'signed-in') return <SignedIn firstName={result.firstName} to={result.to} />;
  if (signedIn) return <SignedIn {...signedIn} />;
  return (
    <AccountFrame
      title={greeting}
      lead="Sign in with your e-mail and password."
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
      {hasGoogle ? <GoogleButton from="login" returnTo={returnTo} /> : null}
      {result?.kind === 'resent' && result.done ? <Notice tone="good">{result.done.message}</Notice> : null}
      <LoginForm
        lastResult={result?.reply}
        isUnconfirmed={result?.kind === 'refused' && result.code === 'email_not_confirmed'}
      />
      <ResendForm />
    </AccountFrame>
  );
}
