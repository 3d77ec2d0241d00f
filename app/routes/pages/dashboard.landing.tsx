import { redirect } from '@remix-run/node';
import { page } from '~/core/edge/page.server';
import { landingTab } from '~/features/dashboard/index.server';

/** /dashboard leads to the tab that somebody has chosen to begin with. */
export const loader = page({
  access: 'signed-in',
  failure: 'Failed to load dashboard',
  load: async ({ services, actor, request }) =>
    redirect(`/dashboard/${await landingTab(services, actor)}${new URL(request.url).search}`),
});

/** Never drawn: it makes this a page, so that a refusal is one too and not bare data. */
export default function DashboardLanding() {
  return null;
}
