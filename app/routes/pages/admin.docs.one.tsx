import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { DocEditorPage } from '~/features/docs-editor';
import {
  docEditParams,
  docFormInputSchema,
  readEditorPage,
  saveDoc,
} from '~/features/docs-editor/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.doc.title ?? 'Text'} · Docs Edit · Promptwell` },
];

export const loader = page({
  access: 'docs:edit',
  params: docEditParams,
  failure: 'Failed to load',
  load: ({ services, actor, params }) => readEditorPage(services, actor, params.id),
});

const FAILURE = 'Save failed';

export const action = forms('docs:edit', (form) => ({
  save: form({
    schema: docFormInputSchema,
    params: docEditParams,
    failure: FAILURE,
    run: async ({ services, actor, params, input }) => {
      const { version } = await saveDoc(services, actor, { ...input, id: params.id });
      return { message: 'Text saved', version };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function EditDoc() {
  return <DocEditorPage {...useLoaderData<typeof loader>()} />;
}
