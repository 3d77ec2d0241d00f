import { redirect } from '@remix-run/node';
import { page } from '~/core/edge/page.server';
import { readDoc } from '~/features/docs/index.server';

/** /docs/learn redirects to its first document. */
export const loader = page({
  access: 'anyone',
  load: async ({ services }) => redirect(`/docs/learn/${(await readDoc(services)).slug}`),
});

/** Never rendered. It makes this a page, so that errors are pages, too. */
export default function LearnFirst() {
  return null;
}
