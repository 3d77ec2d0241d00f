import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { CategoriesPage } from '~/features/content';
import { categoryFormSchema, readCategories, saveCategory } from '~/features/content/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Categories · Admin · Promptwell' }];

export const loader = page({
  access: 'content:edit',
  load: ({ services }) => readCategories(services),
});

const FAILURE = 'Save failed';

export const action = forms('content:edit', (form) => ({
  save: form({
    schema: categoryFormSchema,
    failure: FAILURE,
    run: async ({ services, actor, input }) => {
      await saveCategory(services, actor, input);
      return { message: `${input.name} is saved.` };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, FAILURE);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Categories() {
  return <CategoriesPage {...useLoaderData<typeof loader>()} />;
}
