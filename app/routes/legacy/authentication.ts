import { redirect } from '@remix-run/node';
import { page } from '~/core/edge/page.server';
import { DomainError } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';
import { authenticationPath } from '~/features/site/index.server';

/** Redirects the legacy sign-in paths. The return address is passed on; /login checks it. */
export const loader = page({
  access: 'anyone',
  params: z.object({ action: z.string() }),
  query: z.object({ returnUrl: z.string().optional() }),
  load: ({ params, query: { returnUrl } }) => {
    const path = authenticationPath(params.action);
    if (path === undefined) throw new DomainError('not-found', 'There is no such page.');
    const query =
      path === '/login' && returnUrl ? `?${new URLSearchParams({ returnTo: returnUrl }).toString()}` : '';
    return redirect(`${path}${query}`);
  },
});

/** Makes this a page, so that unknown paths show the 404 page. */
export default function Nothing() {
  return null;
}
