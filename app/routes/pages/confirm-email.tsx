import { redirect, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import type { Message } from '~/core/shared/message';
import { z } from '~/core/shared/zod';
import { confirmEmailSchema, EmailConfirmation, FAILURES, returnToQuery } from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  choosePasswordPath,
  confirmEmail,
  EMAIL_CONFIRMED,
  INVALID_CONFIRMATION_LINK,
  isConfirmedBy,
  landingAfterSignIn,
} from '~/features/accounts/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Confirm your email · Promptwell' }];

export const loader = page({
  access: 'anyone',
  query: z.object({
    userId: z.string().max(200).default(''),
    token: z.string().max(200).default(''),
    ...returnToQuery.shape,
  }),
  load: async ({ services, actor, query, request }) => {
    const isWhole = query.userId !== '' && query.token !== '';
    return {
      ...query,
      signedIn: actor && {
        email: actor.email,
        isOther: actor.userId !== query.userId,
        landing: await landingAfterSignIn(services, actor, request),
      },
      refusal: isWhole ? null : INVALID_CONFIRMATION_LINK,
      confirmed: isWhole && (await isConfirmedBy(services, query)) ? EMAIL_CONFIRMED : null,
    };
  },
});

export const action = forms('anyone', (form) => ({
  confirm: form({
    schema: confirmEmailSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.useToken,
    failure: FAILURES.confirm,
    query: returnToQuery,
    run: async ({ services, input, query }): Promise<Message | Response> => {
      const { message, choosePassword } = await confirmEmail(services, input);
      if (choosePassword) return redirect(choosePasswordPath(choosePassword, query));
      return { message };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) =>
  preserveForm<typeof action>(args, FAILURES.confirm);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function ConfirmEmail() {
  const { refusal, confirmed, ...link } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failure = result?.reply ? (result.reply.error?.['']?.join('. ') ?? FAILURES.confirm) : refusal;
  const success = result?.done?.message ?? confirmed;
  return (
    <EmailConfirmation
      {...link}
      outcome={
        success !== null
          ? { state: 'success', message: success }
          : failure !== null
            ? { state: 'failure', message: failure }
            : { state: 'asked' }
      }
    />
  );
}
