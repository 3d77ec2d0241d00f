import type { Attributes } from '@opentelemetry/api';
import type { ProviderKind, Usage } from '@promptwell/ai-providers';

/** Attributes of a provider request's span. Never includes prompts or replies. */
export interface TracedDetails {
  operation: 'chat' | 'transcription';
  model: string;
  usage?: Usage | undefined;
  finishReason?: string | undefined;
  responseId?: string | null | undefined;
  /** Our kind of failure, such as `rate_limited`. */
  errorType?: string | undefined;
}

/** Well-known values of `gen_ai.provider.name`; others use the provider's key. */
const WELL_KNOWN_NAMES: Partial<Record<ProviderKind, string>> = {
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  gemini: 'gcp.gemini',
  vertex: 'gcp.vertex_ai',
};

/**
 * OpenTelemetry's semantic conventions for generative AI.
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 */
export function genAiAttributes(
  provider: string,
  kind: ProviderKind | undefined,
  { operation, model, usage, finishReason, responseId, errorType }: TracedDetails,
): Attributes {
  return {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': (kind && WELL_KNOWN_NAMES[kind]) ?? provider,
    'gen_ai.request.model': model,
    ...(usage && {
      'gen_ai.usage.input_tokens': usage.input.total,
      'gen_ai.usage.output_tokens': usage.output.total,
      'gen_ai.usage.cache_read.input_tokens': usage.input.cacheRead,
      'gen_ai.usage.cache_creation.input_tokens': usage.input.cacheWrite,
    }),
    ...(finishReason !== undefined && { 'gen_ai.response.finish_reasons': [finishReason] }),
    ...(typeof responseId === 'string' && { 'gen_ai.response.id': responseId }),
    ...(errorType !== undefined && { 'error.type': errorType }),
  };
}
