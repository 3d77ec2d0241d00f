import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { PricesPage } from '~/features/admin';
import { previewPrice, priceFormSchema, readPricesPage, savePrice } from '~/features/billing/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'AI Pricing · Admin · Promptwell' }];

export const loader = page({
  access: 'prices:edit',
  load: ({ services, actor }) => readPricesPage(services, actor),
});

const FAILURE = 'Save failed';

export const action = forms('prices:edit', (form) => ({
  save: form({
    schema: priceFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      const { model } = await savePrice(services, actor, input);
      return { message: `The price of ${model} is saved.` };
    },
  }),
  preview: form({
    schema: priceFormSchema,
    failure: 'Failed to load usage',
    run: ({ services, input }) => previewPrice(services, input),
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Prices() {
  return <PricesPage {...useLoaderData<typeof loader>()} />;
}
