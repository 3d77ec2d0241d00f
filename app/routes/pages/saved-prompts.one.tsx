import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { SharedPromptPage } from '~/features/prompt-library';
import { promptParams, readSharedPrompt } from '~/features/prompts/index.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.prompt.title ?? 'Prompt'} · Promptwell` },
];

export const loader = page({
  access: 'anyone',
  params: promptParams,
  load: ({ services, actor, params }) => readSharedPrompt(services, actor, params.id),
});

export default function SharedPrompt() {
  return <SharedPromptPage {...useLoaderData<typeof loader>()} />;
}
