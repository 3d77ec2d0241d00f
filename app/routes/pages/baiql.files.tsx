import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { FilesPage } from '~/features/baiql';
import {
  deleteFile,
  folderQuerySchema,
  pathQuerySchema,
  readFilesPage,
  renameFile,
  renameSchema,
} from '~/features/baiql/index.server';
import { preserveForm } from '~/ui/form/preserve-form';
import { isolate } from '~/ui/isolate';

export const meta: MetaFunction = () => [{ title: 'BAIQL Files · Promptwell' }];

export const loader = page({
  access: 'baiql:use',
  query: folderQuerySchema,
  failure: 'Your files could not be loaded',
  load: ({ services, actor, query }) => readFilesPage(services, actor, query.path),
});

const failure = 'That did not work. Please try again.';

export const action = forms('baiql:use', (form) => ({
  rename: form({
    schema: renameSchema,
    failure,
    run: async ({ services, actor, input }) => {
      const { name } = await renameFile(services, actor, input);
      return { message: `Renamed to ${isolate(name)}.` };
    },
  }),
  delete: form({
    schema: pathQuerySchema,
    failure,
    run: async ({ services, actor, input }) => {
      await deleteFile(services, actor, input.path);
      return { message: 'Deleted.' };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, failure);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Files() {
  return <FilesPage {...useLoaderData<typeof loader>()} />;
}
