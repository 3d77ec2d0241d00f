import { data, redirect, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { z } from '~/core/shared/zod';
import { FAILURES, SetupPage, setupSchema } from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  landingAfterSignIn,
  readSetupPage,
  setUpFirstAdministrator,
  signedInHeaders,
} from '~/features/accounts/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Set up · Promptwell' }];

export const loader = page({
  access: 'anyone',
  query: z.object({ token: z.string().default('') }),
  load: async ({ services, actor, query: { token }, request }) => {
    const setup = await readSetupPage(services, token);
    const landing = actor && (await landingAfterSignIn(services, actor, request));
    return data({ ...setup, landing }, setup.refusal === null ? 200 : 403);
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

export const clientAction = (args: ClientActionFunctionArgs) =>
  preserveForm<typeof action>(args, FAILURES.setUp);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Setup() {
  return <SetupPage {...useLoaderData<typeof loader>()} lastResult={useActionData<typeof action>()?.reply} />;
}
