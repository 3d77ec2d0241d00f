import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { ReviewPricesPage } from '~/features/admin';
import {
  applyReview,
  applyReviewSchema,
  reviewPrices,
  reviewQuerySchema,
} from '~/features/billing/index.server';
import { preserveForm } from '~/ui/form/preserve-form';
import { formatCountOf } from '~/ui/format-count';

export const meta: MetaFunction = () => [{ title: 'Review prices · Admin · Promptwell' }];

export const loader = page({
  access: 'prices:edit',
  query: reviewQuerySchema,
  load: ({ services, query }) => reviewPrices(services, { asksVendors: query.vendors === 'ask' }),
});

const FAILURE = 'Save failed';

export const action = forms('prices:edit', (form) => ({
  apply: form({
    schema: applyReviewSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      const { count } = await applyReview(services, actor, input.picks);
      return { message: `${formatCountOf(count, 'change is', 'changes are')} applied.` };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function ReviewPrices() {
  return <ReviewPricesPage {...useLoaderData<typeof loader>()} />;
}
