import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { OverviewPage } from '~/features/admin';
import { dismissSetupSteps, readOverviewPage } from '~/features/admin/index.server';
import { noFieldsSchema } from '~/features/diagnostics/index.server';
import { backUpNow } from '~/features/operations/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Overview · Admin · Promptwell' }];

export const loader = page({
  access: 'admin:open',
  failure: 'Failed to load admin metrics',
  load: ({ services, actor }) => readOverviewPage(services, actor),
});

const FAILURE = 'Save failed';

export const action = forms('admin:open', (form) => ({
  backup: form({
    schema: noFieldsSchema,
    failure: 'The backup could not be made. The log says why.',
    run: ({ services, actor }) => backUpNow(services, actor),
  }),
  'dismiss-setup': form({
    schema: noFieldsSchema,
    failure: FAILURE,
    run: ({ services, actor }) => dismissSetupSteps(services, actor),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Admin() {
  return <OverviewPage {...useLoaderData<typeof loader>()} />;
}
