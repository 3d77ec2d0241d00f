import { redirect } from '@remix-run/node';
import { page } from '~/core/edge/page.server';
import { DomainError } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';
import { identityPath } from '~/features/site/index.server';

/** Redirects the paths of the old identity server. */
export const loader = page({
  access: 'anyone',
  params: z.object({ '*': z.string() }),
  load: ({ params }) => {
    const path = identityPath(params['*']);
    if (path === undefined) throw new DomainError('not-found', 'There is no such page.');
    return redirect(path);
  },
});

/** Makes this a page, so that unknown paths show the 404 page. */
export default function Nothing() {
  return null;
}
