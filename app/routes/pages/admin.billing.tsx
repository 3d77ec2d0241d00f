import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { BillingPage } from '~/features/admin';
import {
  adjustFormSchema,
  billingPageSchema,
  grantFormSchema,
  readBillingPage,
} from '~/features/admin/index.server';
import { adjustBalance, grantCredit } from '~/features/billing/index.server';
import { keepForm } from '~/ui/form/keep-form';

export const meta: MetaFunction = () => [{ title: 'Billing ($) · Admin · Promptwell' }];

export const loader = page({
  access: 'money:read',
  query: billingPageSchema,
  load: ({ services, actor, query }) => readBillingPage(services, actor, query),
});

const dollars = (cents: number): string => `$${(Math.abs(cents) / 100).toFixed(2)}`;

export const action = forms('money:grant', (form) => ({
  grant: form({
    schema: grantFormSchema,
    failure: 'Grant failed',
    run: async ({ services, actor, input: { amount, ...input } }) => {
      await grantCredit(services, actor, { ...input, amountCents: amount });
      return { message: `${dollars(amount)} granted.`, key: input.key };
    },
  }),
  adjust: form({
    schema: adjustFormSchema,
    failure: 'Adjust failed',
    run: async ({ services, actor, input: { amount, ...input } }) => {
      await adjustBalance(services, actor, { ...input, amountCents: amount });
      const message = amount < 0 ? `${dollars(amount)} debited.` : `${dollars(amount)} credited.`;
      return { message, key: input.key };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => keepForm<typeof action>(args, 'Save failed');

export default function Billing() {
  return <BillingPage {...useLoaderData<typeof loader>()} />;
}
