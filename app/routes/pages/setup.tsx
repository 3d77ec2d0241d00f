import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { readFormBody } from '~/core/http.server';
import { AccountFrame, FAILURES, SetupForm, setupSchema, keepForm } from '~/features/accounts';
import {
  browserHeaders,
  INVALID_SETUP_LINK,
  isSetupOpen,
  setUpFirstAdministrator,
  submitForm,
  visitorOf,
} from '~/features/accounts/index.server';
import { ButtonLink } from '~/ui/button-link';

export const meta: MetaFunction = () => [{ title: 'Set up · Promptwell' }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  if (await isSetupOpen(context.app.accounts, token)) return { token, refusal: null };
  return data({ token: '', refusal: INVALID_SETUP_LINK }, 403);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const outcome = await submitForm(
    {
      fields: await readFormBody(request),
      schema: setupSchema,
      failure: FAILURES.setUp,
      log: context.app.log,
    },
    (form) => setUpFirstAdministrator(context.app.accounts, form, visitorOf(request, context)),
  );
  if (outcome.done) return redirect('/ai', { headers: browserHeaders(request, context, outcome.done) });
  return data({ reply: outcome.reply }, outcome.status);
}

export const clientAction = (args: ClientActionFunctionArgs) => keepForm<typeof action>(args, FAILURES.setUp);

export default function Setup() {
  const { token, refusal } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (refusal !== null) {
    return (
      <AccountFrame title="Set-up is over" lead={<span role="alert">{refusal}</span>}>
        <div>
          <ButtonLink to="/login" variant="primary" size="l">
            Sign in
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Set up Promptwell"
      lead="You are the first here: this account administers the installation, and gets $5.00 of credit to try it."
    >
      <SetupForm lastResult={result?.reply} token={token} />
    </AccountFrame>
  );
}
