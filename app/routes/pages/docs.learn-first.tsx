import { redirect } from '@remix-run/node';
import { page } from '~/core/edge/page.server';
import { readDoc } from '~/features/docs/index.server';

/** Learn opens at its first document, which has an address of its own. */
export const loader = page({
  access: 'anyone',
  load: async ({ services }) => redirect(`/docs/learn/${(await readDoc(services)).slug}`),
});

/** Never drawn: it makes this a page, so that a refusal is one too and not bare data. */
export default function LearnFirst() {
  return null;
}
