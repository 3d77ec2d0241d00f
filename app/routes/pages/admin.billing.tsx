import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { BillingPage } from '~/features/admin';
import {
  adjustFormSchema,
  adjustOnPage,
  billingPageSchema,
  grantFormSchema,
  grantOnPage,
  readBillingPage,
} from '~/features/admin/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Billing ($) · Admin · Promptwell' }];

export const loader = page({
  access: 'money:read',
  query: billingPageSchema,
  load: ({ services, actor, query }) => readBillingPage(services, actor, query),
});

export const action = forms('money:grant', (form) => ({
  grant: form({
    schema: grantFormSchema,
    failure: 'Grant failed',
    run: ({ services, actor, input }) => grantOnPage(services, actor, input),
  }),
  adjust: form({
    schema: adjustFormSchema,
    failure: 'Adjust failed',
    run: ({ services, actor, input }) => adjustOnPage(services, actor, input),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) =>
  preserveForm<typeof action>(args, 'Save failed');
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Billing() {
  return <BillingPage {...useLoaderData<typeof loader>()} />;
}
