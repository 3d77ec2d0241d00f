import { data, redirect, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { z } from '~/core/shared/zod';
import { AccountFrame, FAILURES, keepForm, SetupForm, setupSchema } from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  INVALID_SETUP_LINK,
  isSetupOpen,
  setUpFirstAdministrator,
  signedInHeaders,
} from '~/features/accounts/index.server';
import { ButtonLink } from '~/ui/button-link';

export const meta: MetaFunction = () => [{ title: 'Set up · Promptwell' }];

export const loader = page({
  access: 'anyone',
  query: z.object({ token: z.string().default('') }),
  load: async ({ services, query: { token } }) => {
    const isOpen = await isSetupOpen(services, token);
    return isOpen ? data({ token, refusal: null }) : data({ token: '', refusal: INVALID_SETUP_LINK }, 403);
  },
});

export const action = forms('anyone', (form) => ({
  'set-up': form({
    schema: setupSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.setUp,
    failure: FAILURES.setUp,
    run: async ({ services, client, input, request }) => {
      const signedIn = await setUpFirstAdministrator(services, client, input);
      return redirect('/ai', { headers: signedInHeaders(services, request, signedIn) });
    },
  }),
}));

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
