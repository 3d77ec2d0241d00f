import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { CategoryPage } from '~/features/content';
import {
  categoryParams,
  pairFormSchema,
  purposeFormSchema,
  readCategory,
  savePair,
  savePurpose,
} from '~/features/content/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.category.name ?? 'Category'} · Admin · Promptwell` },
];

export const loader = page({
  access: 'content:edit',
  params: categoryParams,
  load: ({ services, params }) => readCategory(services, params.id),
});

const FAILURE = 'Save failed';

export const action = forms('content:edit', (form) => ({
  'save-pair': form({
    schema: pairFormSchema,
    params: categoryParams,
    failure: FAILURE,
    run: async ({ services, actor, params, input }) => {
      await savePair(services, actor, { ...input, categoryId: params.id });
      return { message: `${input.styleName} is saved.` };
    },
  }),
  'save-purpose': form({
    schema: purposeFormSchema,
    params: categoryParams,
    failure: FAILURE,
    run: async ({ services, actor, params, input }) => {
      await savePurpose(services, actor, { ...input, categoryId: params.id });
      return { message: `${input.name} is saved.` };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Category() {
  return <CategoryPage {...useLoaderData<typeof loader>()} />;
}
