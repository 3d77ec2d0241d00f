export { countMessages, countTokens } from '@promptwell/ai-providers';
