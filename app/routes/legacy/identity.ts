import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { identityPath } from '~/features/site/index.server';

/** The paths of the old identity server. */
export function loader({ params }: LoaderFunctionArgs) {
  const path = identityPath(params['*'] ?? '');
  if (path === undefined) throw new Response('Not found', { status: 404 });
  return redirect(path);
}

/** A page, so that an unknown path gets the help that any unknown page gets. */
export default function Nothing() {
  return null;
}
