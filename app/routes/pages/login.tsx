import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react';
import { optionalActor } from '~/core/authorize.server';
import { readFormBody } from '~/core/http.server';
import {
  AccountFrame,
  emailOnlySchema,
  LoginForm,
  loginSchema,
  ResendForm,
  SignedIn,
} from '~/features/accounts';
import {
  browserHeaders,
  landingAfterSignIn,
  pickGreeting,
  resendConfirmation,
  signIn,
  submitForm,
  visitorOf,
} from '~/features/accounts/index.server';
import { Notice } from '~/ui/notice';

export const meta: MetaFunction = () => [{ title: 'Sign in · Promptwell' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const actor = await optionalActor(request, context);
  if (actor) return redirect(await landingAfterSignIn(context.app, actor.userId, request));
  return { greeting: pickGreeting(), search: new URL(request.url).search };
}

/** After the form was sent, the page itself says what comes next: loading it anew would skip that. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === 'POST' ? false : defaultShouldRevalidate;

export async function action({ request, context }: ActionFunctionArgs) {
  const { accounts } = context.app;
  const visitor = visitorOf(request, context);
  const fields = await readFormBody(request);
  if (fields.get('act') === 'resend') {
    const outcome = await submitForm(fields, emailOnlySchema, (form) =>
      resendConfirmation(accounts, form, visitor),
    );
    return data({ kind: 'resent' as const, ...outcome }, outcome.status);
  }
  const outcome = await submitForm(fields, loginSchema, (form) => signIn(accounts, form, visitor, 'cookie'));
  if (!outcome.done) return data({ kind: 'refused' as const, ...outcome }, outcome.status);
  const { user } = outcome.done;
  const to = await landingAfterSignIn(context.app, user.id, request);
  return data(
    { kind: 'signed-in' as const, firstName: user.firstName, to },
    { headers: browserHeaders(request, context, outcome.done) },
  );
}

export default function Login() {
  const { greeting, search } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.kind === 'signed-in') return <SignedIn firstName={result.firstName} to={result.to} />;
  return (
    <AccountFrame
      title={greeting}
      lead="Sign in with your e-mail and password."
      footer={
        <>
          New here?{' '}
          <Link to={`/register${search}`} className="link">
            Create an account
          </Link>
        </>
      }
    >
      {result?.kind === 'resent' && result.done ? <Notice tone="good">{result.done.message}</Notice> : null}
      <LoginForm
        lastResult={result?.reply}
        isUnconfirmed={result?.kind === 'refused' && result.code === 'email_not_confirmed'}
      />
      <ResendForm />
    </AccountFrame>
  );
}
