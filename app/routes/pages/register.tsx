import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { optionalActor } from '~/core/authorize.server';
import { readFormBody } from '~/core/http.server';
import {
  AccountFrame,
  CheckYourEmail,
  emailOnlySchema,
  RegisterForm,
  registerSchema,
} from '~/features/accounts';
import {
  landingAfterSignIn,
  registerUser,
  resendConfirmation,
  submitForm,
  visitorOf,
} from '~/features/accounts/index.server';

export const meta: MetaFunction = () => [{ title: 'Create an account · Promptwell' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const actor = await optionalActor(request, context);
  if (actor) return redirect(await landingAfterSignIn(context.app, actor.userId, request));
  return { search: new URL(request.url).search };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { accounts } = context.app;
  const visitor = visitorOf(request, context);
  const fields = await readFormBody(request);
  const outcome =
    fields.get('act') === 'resend'
      ? await submitForm(fields, emailOnlySchema, async (form) => {
          await resendConfirmation(accounts, form, visitor);
          return { email: form.email };
        })
      : await submitForm(fields, registerSchema, (form) => registerUser(accounts, form, visitor));
  return data(outcome, outcome.status);
}

export default function Register() {
  const { search } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.done) return <CheckYourEmail email={result.done.email} />;
  return (
    <AccountFrame
      title="Create an account"
      lead="Free to start: 15 AI transactions a day, nothing to pay."
      footer={
        <>
          Have an account?{' '}
          <Link to={`/login${search}`} className="link">
            Sign in
          </Link>
        </>
      }
    >
      <RegisterForm lastResult={result?.reply} />
    </AccountFrame>
  );
}
