import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { optionalActor } from '~/core/authorize.server';
import { readFormBody } from '~/core/http.server';
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
  keepForm,
} from '~/features/accounts';
import {
  browserHeaders,
  landingAfterSignIn,
  readGoogleReturn,
  registerUser,
  resendConfirmation,
  submitForm,
  visitorOf,
} from '~/features/accounts/index.server';
import { Notice } from '~/ui/notice';

export const meta: MetaFunction = () => [
  { title: 'Create an account · Promptwell' },
  {
    name: 'description',
    content: 'Create a free Promptwell account: fifteen sends a day at no cost, and every model from $5.',
  },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const actor = await optionalActor(request, context);
  if (actor) return redirect(await landingAfterSignIn(context.app, actor.userId, request));
  const { searchParams } = new URL(request.url);
  const google = await readGoogleReturn(
    context.app.accounts,
    request,
    'register',
    visitorOf(request, context),
  );
  const page = {
    returnTo: searchParams.get('returnTo'),
    hasGoogle: context.app.accounts.google !== undefined,
    failure: google.kind === 'failed' ? google.message : null,
    signedIn: null,
  };
  if (google.kind !== 'signed-in') return page;
  const { user } = google.signedIn;
  const headers = browserHeaders(request, context, google.signedIn);
  headers.append('Set-Cookie', google.endJourney);
  const to = await landingAfterSignIn(context.app, user.id, request);
  return data({ ...page, signedIn: { firstName: user.firstName, to } }, { headers });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { accounts, log } = context.app;
  const visitor = visitorOf(request, context);
  const fields = await readFormBody(request);
  const outcome =
    fields.get('act') === 'resend'
      ? await submitForm({ fields, schema: emailOnlySchema, failure: FAILURES.resend, log }, async (form) => {
          await resendConfirmation(accounts, form, visitor);
          return { email: form.email };
        })
      : await submitForm({ fields, schema: registerSchema, failure: FAILURES.register, log }, (form) =>
          registerUser(accounts, form, visitor),
        );
  return data(outcome, outcome.status);
}

export const clientAction = (args: ClientActionFunctionArgs) =>
  keepForm<typeof action>(args, FAILURES.register);

export default function Register() {
  const { returnTo, hasGoogle, failure, signedIn } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (signedIn) return <SignedIn {...signedIn} />;
  if (result?.done) return <CheckYourEmail email={result.done.email} />;
  return (
    <AccountFrame
      title="Create an account"
      lead="Free to start: 15 AI transactions a day, nothing to pay."
      footer={
        <>
          Have an account?{' '}
          <Link to={withReturnTo('/login', returnTo)} className="link">
            Sign in
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
