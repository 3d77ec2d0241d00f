import { redirect, type MetaFunction } from '@remix-run/node';
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { withHeaders, type Reply } from '~/core/edge/reply.server';
import {
  emailOnlySchema,
  FAILURES,
  keepPasswordSchema,
  linkProviderSchema,
  LoginPage,
  passkeyFormSchema,
  loginSchema,
  returnToQuery,
  secondFactorSchema,
  type SignInStep,
} from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  linkDroppingPassword,
  linkKeepingPassword,
  openSignInPage,
  resendConfirmation,
  signInOnPage,
  signInWithCode,
  signInWithPasskey,
  welcome,
} from '~/features/accounts/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [
  { title: 'Login · Promptwell' },
  {
    name: 'description',
    content: 'Log in to Promptwell to write prompts, send them to AI models and see what each reply costs.',
  },
];

export const loader = page({ access: 'anyone', load: (args) => openSignInPage(args, 'login') });

/** After the form was sent, the page shows the next step; revalidating would skip it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod === 'POST' ? false : defaultShouldRevalidate;

export const action = forms('anyone', (form) => ({
  'sign-in': form({
    schema: loginSchema,
    query: returnToQuery,
    failure: FAILURES.login,
    run: async ({ services, client, input, query, request }): Promise<Response | Reply<SignInStep>> => {
      const result = await signInOnPage(services, client, { ...input, ...query });
      if (result.kind === 'password-expired') return redirect(result.path);
      if (result.kind === 'second-factor')
        return withHeaders({ challenge: result.challenge, rememberMe: input.rememberMe }, {});
      return welcome(services, request, result.signedIn);
    },
  }),
  'second-factor': form({
    schema: secondFactorSchema,
    failure: FAILURES.login,
    run: async ({ services, client, input, request }) =>
      welcome(services, request, await signInWithCode(services, client, input, 'cookie')),
  }),
  passkey: form({
    schema: passkeyFormSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.passkey,
    failure: FAILURES.login,
    run: async ({ services, client, input, request }) =>
      welcome(services, request, await signInWithPasskey(services, client, { ...input, request }, 'cookie')),
  }),
  'keep-password': form({
    schema: keepPasswordSchema,
    failure: FAILURES.login,
    run: async ({ services, client, input, request }) => {
      const signedIn = await linkKeepingPassword(services, client, { ...input, request });
      return welcome(services, request, signedIn);
    },
  }),
  'drop-password': form({
    schema: linkProviderSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.useToken,
    failure: FAILURES.login,
    run: async ({ services, client, input, request }) => {
      const signedIn = await linkDroppingPassword(services, client, { ...input, request });
      return welcome(services, request, signedIn);
    },
  }),
  resend: form({
    schema: emailOnlySchema,
    query: returnToQuery,
    rateLimit: ACCOUNT_RATE_LIMITS.askForMail,
    failure: FAILURES.resend,
    run: ({ services, input, query }) =>
      Promise.resolve(resendConfirmation(services, { ...input, ...query })),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) =>
  preserveForm<typeof action>(args, FAILURES.login);

export default function Login() {
  return <LoginPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />;
}
