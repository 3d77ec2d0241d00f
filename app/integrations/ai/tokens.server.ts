export {
  complete,
  countMessages,
  countTokens,
  mostTokensOfImage,
  textOfMessage,
  type Completion,
} from '@promptwell/ai-providers';
