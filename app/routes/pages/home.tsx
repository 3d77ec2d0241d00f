import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { Home } from '~/features/site';
import { readModelPrices } from '~/features/site/index.server';
import type { loader as rootLoader } from '~/root';
import { formatCountOf } from '~/ui/format-count';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: 'Promptwell: better prompts, every model, cents instead of seats' },
  {
    name: 'description',
    content: `Build a prompt step by step, improve it, and send it to ${data ? formatCountOf(data.prices.length, 'AI model') : 'many AI models'} from one prepaid balance. See what each reply costs, before and after.`,
  },
];

export const loader = page({
  access: 'anyone',
  load: async ({ services }) => ({ prices: await readModelPrices(services) }),
});

export default function HomePage() {
  const { prices } = useLoaderData<typeof loader>();
  const isSignedIn = Boolean(useRouteLoaderData<typeof rootLoader>('root')?.actor);
  return <Home isSignedIn={isSignedIn} prices={prices} />;
}
