import type { HeadersFunction, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { SharedSessionPage } from '~/features/sessions';
import { readSharedSession, SESSION_RATE_LIMITS, shareParams } from '~/features/sessions/index.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title ?? 'Shared session'} · Promptwell` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

export const headers: HeadersFunction = ({ errorHeaders }) => {
  const headers = new Headers(errorHeaders);
  headers.set('X-Robots-Tag', 'noindex');
  return headers;
};

export const loader = page({
  access: 'anyone',
  params: shareParams,
  rateLimit: SESSION_RATE_LIMITS.readShared,
  load: ({ services, actor, params }) => readSharedSession(services, actor, params.token),
});

export default function SharedSession() {
  return <SharedSessionPage {...useLoaderData<typeof loader>()} />;
}
