import { redirect, type MetaFunction } from '@remix-run/node';
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import {
  emailOnlySchema,
  FAILURES,
  keepPasswordSchema,
  linkProviderSchema,
  LoginPage,
  loginSchema,
  returnToQuery,
} from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  linkDroppingPassword,
  linkKeepingPassword,
  openSignInPage,
  resendConfirmation,
  signInOnPage,
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
    run: async ({ services, client, input, query, request }) => {
      const result = await signInOnPage(services, client, { ...input, ...query });
      if (result.kind === 'password-expired') return redirect(result.path);
      return welcome(services, request, result.signedIn);
    },
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
