import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { z } from '~/core/shared/zod';
import { confirmEmailSchema, EmailConfirmation, FAILURES } from '~/features/accounts';
import {
  ACCOUNT_RATE_LIMITS,
  confirmEmail,
  INVALID_CONFIRMATION_LINK,
} from '~/features/accounts/index.server';

export const meta: MetaFunction = () => [{ title: 'Confirm your e-mail · Promptwell' }];

export const loader = page({
  access: 'anyone',
  query: z.object({ userId: z.string().default(''), token: z.string().default('') }),
  load: ({ query }) => ({
    ...query,
    refusal: query.userId === '' || query.token === '' ? INVALID_CONFIRMATION_LINK : null,
  }),
});

/** For browsers without scripts, where one presses the button. */
export const action = forms('anyone', (form) => ({
  confirm: form({
    schema: confirmEmailSchema,
    rateLimit: ACCOUNT_RATE_LIMITS.useToken,
    failure: FAILURES.confirm,
    run: ({ services, input }) => confirmEmail(services, input),
  }),
}));

export default function ConfirmEmail() {
  const { refusal, ...link } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failure = result?.reply ? (result.reply.error?.['']?.join('. ') ?? FAILURES.confirm) : refusal;
  return (
    <EmailConfirmation
      key={result ? 'asked' : 'opened'}
      initial={
        result?.done
          ? { state: 'success', message: result.done.message }
          : failure === null
            ? { state: 'loading' }
            : { state: 'failure', message: failure }
      }
      {...link}
    />
  );
}
