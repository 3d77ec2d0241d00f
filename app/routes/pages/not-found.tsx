import { page } from '~/core/edge/page.server';
import { DomainError } from '~/core/shared/errors';

/** Handles all unknown addresses. A route, so that the page knows the signed-in user. */
export const loader = page({
  access: 'anyone',
  load: () => {
    throw new DomainError('not-found', 'There is no such page.');
  },
});

export default function NotFound() {
  return null;
}
