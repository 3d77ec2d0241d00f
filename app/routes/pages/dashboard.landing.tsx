import { redirect } from '@remix-run/node';
import { page } from '~/core/edge/page.server';
import { landingTab } from '~/features/dashboard/index.server';

/** /dashboard redirects to the tab the user has chosen as default. */
export const loader = page({
  access: 'signed-in',
  failure: 'Failed to load dashboard',
  load: async ({ services, actor, request }) =>
    redirect(`/dashboard/${await landingTab(services, actor)}${new URL(request.url).search}`),
});

/** Never rendered. It makes this a page, so that errors are pages, too. */
export default function DashboardLanding() {
  return null;
}
