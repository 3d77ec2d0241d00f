import type { MetaFunction } from '@remix-run/node';

export const meta: MetaFunction = () => [{ title: 'Page not found · Promptwell' }];

/** Any address that nothing else answers. It is a route so that the page knows who is looking. */
export function loader(): never {
  throw new Response('Not found', { status: 404, statusText: 'Not found' });
}

export default function NotFound() {
  return null;
}
