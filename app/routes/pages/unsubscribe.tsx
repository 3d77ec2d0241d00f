import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { z } from '~/core/shared/zod';
import { UnsubscribePage } from '~/features/notifications';
import {
  readUnsubscribeLink,
  readUnsubscribePage,
  unsubscribe,
  unsubscribeQuerySchema,
} from '~/features/notifications/index.server';

export const meta: MetaFunction = () => [{ title: 'Unsubscribe · Promptwell' }];

export const loader = page({
  access: 'anyone',
  query: unsubscribeQuerySchema,
  load: async ({ services, query }) => {
    const found = await readUnsubscribePage(services, query);
    return data(found, { status: found.state === 'wrong' ? 404 : 200 });
  },
});

/** Handles the button and the one-click request of mail programs (RFC 8058). */
export const action = forms('anyone', (form) => ({
  unsubscribe: form({
    schema: z.object({}),
    query: unsubscribeQuerySchema,
    failure: 'Unsubscribing failed. Please try again.',
    run: async ({ services, query }) => {
      await unsubscribe(services, readUnsubscribeLink(services, query));
      return {};
    },
  }),
}));

export default function Unsubscribe() {
  return <UnsubscribePage {...useLoaderData<typeof loader>()} />;
}
