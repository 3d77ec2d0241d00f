import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { Pricing } from '~/features/site';
import { readModelPrices } from '~/features/site/index.server';
import type { loader as rootLoader } from '~/root';

export const meta: MetaFunction = () => [
  { title: 'Plans & Pricing · Promptwell' },
  {
    name: 'description',
    content:
      'Try it for free, then pay only for what you use, from $5. Four plans, three token packs, and what each model costs.',
  },
];

export const loader = page({
  access: 'anyone',
  load: async ({ services }) => ({
    prices: await readModelPrices(services),
    takesCards: Boolean(services.stripe?.publishableKey),
  }),
});

export default function PricingPage() {
  const { prices, takesCards } = useLoaderData<typeof loader>();
  const isSignedIn = Boolean(useRouteLoaderData<typeof rootLoader>('root')?.actor);
  return <Pricing isSignedIn={isSignedIn} takesCards={takesCards} prices={prices} />;
}
