import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/core/edge/page.server';
import { GeneratorPage } from '~/features/generator';
import { readGenerator } from '~/features/generator/index.server';

export const meta: MetaFunction = () => [{ title: 'Prompt Generator · Promptwell' }];

export const loader = page({
  access: 'signed-in',
  failure: 'Failed to load categories. Please refresh the page.',
  load: ({ services, actor }) => readGenerator(services, actor),
});

export default function PromptGenerator() {
  return <GeneratorPage {...useLoaderData<typeof loader>()} />;
}
