import { lazyPanel } from '~/ui/lazy-component';

export * from './answers';
export * from './limits';
export * from './moderation-codes';
export * from './request-save';
export type { PromptSort } from './list-schema';
export * from './use-save-prompt';
export { parseVariables } from './variables/parse-variables';

/** The form for a prompt's variables, loaded on first use. */
export const VariablesForm = lazyPanel(
  async () => (await import('./variables/variables-form')).VariablesForm,
);
