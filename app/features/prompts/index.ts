import { onDemandPanel } from '~/ui/on-demand';

export * from './answers';
export * from './limits';
export * from './moderation-codes';
export * from './request-save';
export type { PromptSort } from './list-schema';
export * from './use-save-prompt';
export { parseVariables } from './variables/parse-variables';

/** The form for a prompt's variables, loaded on first use. */
export const VariablesForm = onDemandPanel(
  async () => (await import('./variables/variables-form')).VariablesForm,
);
