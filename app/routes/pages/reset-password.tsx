import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { readFormBody } from '~/core/http.server';
import {
  AccountFrame,
  FAILURES,
  ResetPasswordForm,
  resetPasswordSchema,
  keepForm,
} from '~/features/accounts';
import {
  INVALID_RESET_LINK,
  knownBrowserCookie,
  resetPassword,
  signedOutHeaders,
  submitForm,
  visitorOf,
} from '~/features/accounts/index.server';
import { ButtonLink } from '~/ui/button-link';

export const meta: MetaFunction = () => [{ title: 'Choose a new password · Promptwell' }];

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const email = searchParams.get('email') ?? '';
  const token = searchParams.get('token') ?? '';
  return {
    email,
    token,
    refusal: email === '' || token === '' ? INVALID_RESET_LINK : null,
    isExpired: searchParams.get('reason') === 'expired',
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const outcome = await submitForm(
    {
      fields: await readFormBody(request),
      schema: resetPasswordSchema,
      failure: FAILURES.reset,
      log: context.app.log,
    },
    (form) => resetPassword(context.app.accounts, form, visitorOf(request, context)),
  );
  if (!outcome.done) return data({ ...outcome, message: null }, outcome.status);
  const headers = signedOutHeaders(request, context);
  headers.append('Set-Cookie', knownBrowserCookie(request, context, outcome.done.browserMark));
  return data({ reply: null, code: null, message: outcome.done.message }, { headers });
}

export const clientAction = (args: ClientActionFunctionArgs) => keepForm<typeof action>(args, FAILURES.reset);

export default function ResetPassword() {
  const { email, token, refusal, isExpired } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (result?.message) {
    return (
      <AccountFrame title="Password changed" lead={<span role="status">{result.message}</span>}>
        <div>
          <ButtonLink to="/login" variant="primary" size="l">
            Sign in
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  if (refusal !== null || result?.code === 'invalid_link') {
    return (
      <AccountFrame
        title="This link does not work"
        lead={<span role="alert">{refusal ?? result?.reply?.error?.['']?.join('. ')}</span>}
      >
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/forgot-password" variant="primary" size="l">
            Request a new link
          </ButtonLink>
          <ButtonLink to="/login" size="l">
            Sign in
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Choose a new password"
      lead={`${isExpired ? 'Your password is older than you wanted it to become. ' : ''}For ${email}. All other browsers and scripts are signed out.`}
    >
      <ResetPasswordForm lastResult={result?.reply} email={email} token={token} />
    </AccountFrame>
  );
}
