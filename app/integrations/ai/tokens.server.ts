export { countMessages } from '@promptwell/ai-providers';
