import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { todayIn } from '~/ui/date/day-range';
import { KitPage } from '~/ui/dev/kit-page';

export const meta: MetaFunction = () => [{ title: 'Kit · Promptwell' }];

export const loader = page({
  access: 'anyone',
  load: () => ({ now: new Date().toISOString(), today: todayIn('UTC') }),
});

export default function Kit() {
  return <KitPage {...useLoaderData<typeof loader>()} />;
}
