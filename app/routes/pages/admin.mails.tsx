import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { MailsPage } from '~/features/admin';
import {
  mailKeySchema,
  readUnsentMailsPage,
  sendMailAgain,
  unsentMailsAddressSchema,
} from '~/features/mails/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Emails · Admin · Promptwell' }];

export const loader = page({
  access: 'diagnostics:run',
  query: unsentMailsAddressSchema,
  load: ({ services, actor, query }) => readUnsentMailsPage(services, actor, query),
});

const FAILURE = 'The email could not be sent.';

export const action = forms('diagnostics:run', (form) => ({
  'send-again': form({
    schema: mailKeySchema,
    failure: FAILURE,
    run: ({ services, actor, input }) => sendMailAgain(services, actor, input),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Mails() {
  return <MailsPage {...useLoaderData<typeof loader>()} />;
}
