export { promptData } from './personal-data.server';
export { PROMPT_RATE_LIMITS } from './rate-limits';
export { recordGeneratedPrompt } from './record-generated-prompt.server';
export { savePrompt } from './save-prompt.server';
export * from './schema';
