import { page } from '~/core/edge/page.server';
import { DomainError } from '~/core/shared/errors';

/** Any address that nothing else answers. It is a route so that the page knows who is looking. */
export const loader = page({
  access: 'anyone',
  load: () => {
    throw new DomainError('not-found', 'There is no such page.');
  },
});

export default function NotFound() {
  return null;
}
