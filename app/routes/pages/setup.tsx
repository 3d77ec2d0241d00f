import { data, redirect, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { z } from '~/core/shared/zod';
import { AccountFrame, FAILURES, SetupForm, setupSchema } from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  hasAdministrator,
  isSetupOpen,
  setUpFirstAdministrator,
  signedInHeaders,
} from '~/features/accounts/index.server';
import { ButtonLink } from '~/ui/button-link';
import { keepForm } from '~/ui/form/keep-form';

export const meta: MetaFunction = () => [{ title: 'Set up · Promptwell' }];

const SETUP_IS_OVER = {
  title: 'Setup is complete',
  message: 'This server is already set up. Log in to continue.',
  canSignIn: true,
};
const NOT_SET_UP = {
  title: 'Not set up yet',
  message:
    'Open the link printed where the server was started. It works once; starting the server again prints a new one.',
  canSignIn: false,
};

export const loader = page({
  access: 'anyone',
  query: z.object({ token: z.string().default('') }),
  load: async ({ services, query: { token } }) => {
    const isOpen = await isSetupOpen(services, token);
    if (isOpen) return data({ token, refusal: null });
    const refusal = (await hasAdministrator(services)) ? SETUP_IS_OVER : NOT_SET_UP;
    return data({ token: '', refusal }, 403);
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
      <AccountFrame title={refusal.title} lead={<span role="alert">{refusal.message}</span>}>
        {refusal.canSignIn ? (
          <div>
            <ButtonLink to="/login" variant="primary" size="l">
              Login
            </ButtonLink>
          </div>
        ) : null}
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Set up Promptwell"
      lead="This account will be the administrator. It starts with $5.00 of credit."
    >
      <SetupForm lastResult={result?.reply} token={token} />
    </AccountFrame>
  );
}
