import { redirect, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { z } from '~/core/shared/zod';
import { JoinPage } from '~/features/teams';
import { joinQuerySchema, joinTeam, readInvitation } from '~/features/teams/index.server';

export const meta: MetaFunction = () => [{ title: 'Join a team · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  query: joinQuerySchema,
  load: ({ services, actor, query }) => readInvitation(services, actor, query),
});

export const action = forms('signed-in', (form) => ({
  join: form({
    schema: z.object({}),
    query: joinQuerySchema,
    failure: 'Joining failed. Please try again.',
    run: async ({ services, actor, query }) => {
      await joinTeam(services, actor, query);
      return redirect('/teams');
    },
  }),
}));

export default function JoinTeam() {
  const result = useActionData<typeof action>();
  const errors = Object.values(result?.reply?.error ?? {}).flatMap((each) => each ?? []);
  return (
    <JoinPage
      invitation={useLoaderData<typeof loader>()}
      failure={errors.length === 0 ? undefined : errors.join(' ')}
    />
  );
}
