export * from './forms';
export * from './schema';
export { readModelsPage } from './read-models-page.server';
export { createProviderKeys, type ProviderKeys } from './provider-keys.server';
export { environmentSettings } from './provider-settings.server';
export { deleteProvider } from './delete-provider.server';
export { refreshProviders, retireByDate } from './refresh-providers.server';
export { addProvider } from './add-provider.server';
export { tryProvider } from './try-provider.server';
export { nameProvider } from './name-provider.server';
export {
  changeProvider,
  listProviders,
  readServerModels,
  removeKey,
  testProvider,
} from './providers.server';
export { addModel, changeModel, deleteModel, listProviderModels, setModelShown } from './models.server';
