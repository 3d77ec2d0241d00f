export * from './moderation-codes';
export * from './request-save';
export { PROMPT_SORTS, type PromptSort } from './sorts';
export * from './use-save-prompt';
export { fillVariables, parseVariables } from './variables/parse-variables';
export { VariablesForm } from './variables/variables-form-on-demand';
