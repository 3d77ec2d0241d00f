import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { LibraryPage } from '~/features/prompt-library';
import { libraryQuerySchema, PROMPT_RATE_LIMITS, readLibrary } from '~/features/prompts/index.server';

export const meta: MetaFunction = () => [{ title: 'Saved Prompts · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  query: libraryQuerySchema,
  rateLimit: PROMPT_RATE_LIMITS.search,
  failure: 'Failed to load prompts',
  load: ({ services, actor, query }) => readLibrary(services, actor, query),
});

export default function SavedPrompts() {
  return <LibraryPage {...useLoaderData<typeof loader>()} />;
}
