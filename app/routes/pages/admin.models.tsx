import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { forms } from '~/core/edge/form.server';
import { page } from '~/core/edge/page.server';
import { ModelsPage } from '~/features/models';
import {
  addModel,
  addProvider,
  addProviderFormSchema,
  changeModel,
  changeModelFormSchema,
  changeProvider,
  changeProviderFormSchema,
  deleteModel,
  deleteProvider,
  modelParams,
  modelFormSchema,
  modelOfForm,
  nameProvider,
  providerParams,
  readModelsPage,
  removeKey,
  setModelShown,
  testProvider,
  tryProvider,
  tryProviderFormSchema,
} from '~/features/models/index.server';
import { preserveForm } from '~/ui/form/preserve-form';

export const meta: MetaFunction = () => [{ title: 'Model Management · Admin · Promptwell' }];

export const loader = page({
  access: 'models:manage',
  failure: 'Failed to load providers',
  load: ({ services, actor }) => readModelsPage(services, actor),
});

const failure = 'Save failed';

export const action = forms('models:manage', (form) => ({
  'add-provider': form({
    schema: addProviderFormSchema,
    failure,
    run: async ({ services, actor, input }) => {
      const { provider, connection } = await addProvider(services, actor, nameProvider(input));
      const hint = input.models.length === 0 ? ' People can use it once it has a model.' : '';
      return { message: `${provider.name} is added.${hint}`, providerId: provider.id, connection };
    },
  }),
  'try-provider': form({
    schema: tryProviderFormSchema,
    failure: 'The test could not be made.',
    run: async ({ services, actor, input }) => ({
      message: null,
      providerId: '',
      ...(await tryProvider(services, actor, input)),
    }),
  }),
  'change-provider': form({
    schema: changeProviderFormSchema,
    failure,
    run: async ({ services, actor, input }) => {
      const { provider, connection } = await changeProvider(services, actor, input);
      const { name, protocol, isActive, isSetUp } = provider;
      const needsKey = isActive && !isSetUp && protocol !== 'demo';
      const message = `${name} is saved.${needsKey ? ' People can use it once it has a key.' : ''}`;
      return { message, providerId: provider.id, connection };
    },
  }),
  'remove-key': form({
    schema: providerParams,
    failure,
    run: async ({ services, actor, input }) => {
      const { id, name } = await removeKey(services, actor, input.id);
      return { message: `The key of ${name} is removed.`, providerId: id, connection: null };
    },
  }),
  'delete-provider': form({
    schema: providerParams,
    failure: 'Delete failed',
    run: async ({ services, actor, input }) => {
      const { name } = await deleteProvider(services, actor, input.id);
      return { message: `${name} is deleted.`, providerId: input.id, connection: null };
    },
  }),
  test: form({
    schema: providerParams,
    failure: 'The test could not be made.',
    run: async ({ services, actor, input }) => ({
      message: null,
      providerId: input.id,
      connection: await testProvider(services, actor, input.id),
    }),
  }),
  'add-model': form({
    schema: modelFormSchema,
    failure,
    run: async ({ services, actor, input }) => {
      const { displayName } = await addModel(services, actor, modelOfForm(input));
      return { message: `${displayName} is added.`, providerId: input.id, connection: null };
    },
  }),
  'change-model': form({
    schema: changeModelFormSchema,
    failure,
    run: async ({ services, actor, input: { modelId, ...input } }) => {
      const { displayName } = await changeModel(services, actor, { ...modelOfForm(input), modelId });
      return { message: `${displayName} is saved.`, providerId: input.id, connection: null };
    },
  }),
  'show-model': form({
    schema: modelParams,
    failure,
    run: async ({ services, actor, input: { id, modelId } }) => {
      const change = { providerId: id, modelId, isShown: true };
      const { displayName } = await setModelShown(services, actor, change);
      return { message: `People can choose ${displayName} again.`, providerId: id, connection: null };
    },
  }),
  'hide-model': form({
    schema: modelParams,
    failure,
    run: async ({ services, actor, input: { id, modelId } }) => {
      const change = { providerId: id, modelId, isShown: false };
      const { displayName } = await setModelShown(services, actor, change);
      return { message: `${displayName} is hidden.`, providerId: id, connection: null };
    },
  }),
  'delete-model': form({
    schema: modelParams,
    failure,
    run: async ({ services, actor, input: { id, modelId } }) => {
      const { displayName } = await deleteModel(services, actor, { providerId: id, modelId });
      return { message: `${displayName} is deleted.`, providerId: id, connection: null };
    },
  }),
}));

export const clientAction = (args: ClientActionFunctionArgs) => preserveForm<typeof action>(args, failure);
export { shouldRevalidate } from '~/ui/form/preserve-form';

export default function Models() {
  return <ModelsPage {...useLoaderData<typeof loader>()} />;
}
