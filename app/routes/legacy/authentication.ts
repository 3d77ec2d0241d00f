import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { authenticationPath } from '~/features/site/index.server';

/** The old sign-in paths; where to go afterwards comes along, and /login decides whether it may be followed. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const path = authenticationPath(params.action ?? '');
  if (path === undefined) throw new Response('Not found', { status: 404 });
  const returnUrl = new URL(request.url).searchParams.get('returnUrl');
  const query =
    path === '/login' && returnUrl ? `?${new URLSearchParams({ returnTo: returnUrl }).toString()}` : '';
  return redirect(`${path}${query}`);
}

/** A page, so that an unknown path gets the help that any unknown page gets. */
export default function Nothing() {
  return null;
}
