export {
  complete,
  countMessages,
  countTokens,
  textOfMessage,
  type Completion,
} from '@promptwell/ai-providers';
