import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { z } from '~/core/shared/zod';
import { UnsubscribePage } from '~/features/notifications';
import {
  readUnsubscribeLink,
  unsubscribe,
  unsubscribeQuerySchema,
} from '~/features/notifications/index.server';

export const meta: MetaFunction = () => [{ title: 'Unsubscribe · Promptwell' }];

export const loader = page({
  access: 'anyone',
  query: unsubscribeQuerySchema,
  load: ({ services, query }) => ({ kind: readUnsubscribeLink(services, query).kind }),
});

/** The button, and the one-click request that a mail program sends to the same address (RFC 8058). */
export const action = forms('anyone', (form) => ({
  unsubscribe: form({
    schema: z.object({}),
    failure: 'Unsubscribing failed. Please try again.',
    run: async ({ services, request }) => {
      const query = unsubscribeQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
      await unsubscribe(services, readUnsubscribeLink(services, query));
      return {};
    },
  }),
}));

export default function Unsubscribe() {
  const { kind } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <UnsubscribePage kind={kind} isDone={Boolean(result?.done)} />;
}
