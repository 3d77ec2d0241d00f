/** Requests to AI models behind one contract. */
export * from './contract.js';
export { complete } from './complete.js';
export type { Recording, Transcriber, Transcript } from './transcription.js';
export type { ToolCallEvent } from './tool-calls.js';
export { textOfMessage } from './message-parts.js';
export type { HttpTimeouts } from './http/http-client.js';
export { isPrivateAddress } from './http/private-addresses.js';
export type { KeyState } from './steady/key-health.js';
export { hasNotBegun, type RetryPolicy } from './steady/steady-provider.js';
export {
  createProviders,
  isAtItsVendor,
  type OpenAiApi,
  type ProviderKind,
  type ProviderRegistry,
  type ProviderSettings,
  type RegistryOptions,
} from './registry.js';
export { countMessages, countTokens, maxImageTokens } from './tokens/count-tokens.js';
export {
  REFERENCE_PROVIDERS,
  referencePriceOn,
  type ReferencePrice,
  type ReferenceTranscription,
  type ReferenceModel,
  type ReferenceProvider,
  type ReferenceRates,
  type Searches,
} from './reference-models.js';
