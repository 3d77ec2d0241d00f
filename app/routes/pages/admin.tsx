import { redirect } from '@remix-run/node';
import { page } from '~/core/edge/page.server';

/** The console opens at the accounts. */
export const loader = page({ access: 'admin:open', load: () => redirect('/admin/users') });

/** Never drawn: it makes this a page, so that a refusal is one too and not bare data. */
export default function Admin() {
  return null;
}
