import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { readFormBody } from '~/core/http.server';
import { confirmEmailSchema, FAILURES, EmailConfirmation } from '~/features/accounts';
import {
  confirmEmail,
  INVALID_CONFIRMATION_LINK,
  submitForm,
  visitorOf,
} from '~/features/accounts/index.server';

export const meta: MetaFunction = () => [{ title: 'Confirm your e-mail · Promptwell' }];

export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const userId = searchParams.get('userId') ?? '';
  const token = searchParams.get('token') ?? '';
  const initial =
    userId === '' || token === ''
      ? { state: 'failure' as const, message: INVALID_CONFIRMATION_LINK }
      : { state: 'loading' as const };
  return { userId, token, initial };
}

/** For browsers without scripts, whose person presses the button. */
export async function action({ request, context }: ActionFunctionArgs) {
  const outcome = await submitForm(
    {
      fields: await readFormBody(request),
      schema: confirmEmailSchema,
      failure: FAILURES.confirm,
      log: context.app.log,
    },
    (form) => confirmEmail(context.app.accounts, form, visitorOf(request, context)),
  );
  return outcome.done
    ? { state: 'success' as const, message: outcome.done.message }
    : data(
        { state: 'failure' as const, message: outcome.reply.error?.['']?.join('. ') ?? '' },
        outcome.status,
      );
}

export default function ConfirmEmail() {
  const { initial, ...link } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <EmailConfirmation key={result?.state} initial={result ?? initial} {...link} />;
}
