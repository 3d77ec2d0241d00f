import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { HealthPage } from '~/features/diagnostics';
import { checkHealth, noFieldsSchema, sendTestMail } from '~/features/diagnostics/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Health · Admin · Promptwell' }];

export const loader = page({
  access: 'diagnostics:run',
  load: async ({ services, request }) => ({ health: await checkHealth(services, { request }) }),
});

const FAILURE = 'The check could not be made.';

export const action = forms('diagnostics:run', (form) => ({
  check: form({
    schema: noFieldsSchema,
    failure: FAILURE,
    run: async ({ services, request }) => ({
      message: 'Checked.',
      health: await checkHealth(services, { isThorough: true, request }),
    }),
  }),
  mail: form({
    schema: noFieldsSchema,
    failure: 'The mail server refused the email, or could not be reached. The log says why.',
    run: ({ services, actor }) => sendTestMail(services, actor),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Health() {
  return <HealthPage {...useLoaderData<typeof loader>()} />;
}
