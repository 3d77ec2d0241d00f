import { onDemand } from '~/ui/on-demand';

/** The form for a prompt's variables, loaded when the first prompt that has some is used. */
export const VariablesForm = onDemand(async () => (await import('./variables-form')).VariablesForm);
