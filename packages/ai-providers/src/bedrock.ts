import * as z from 'zod';
import { awsAuthorizer } from './aws-signature.js';
import type { AiProvider, ProviderRequest, FinishReason, Message } from './contract.js';
import type { WireTrace } from './http/wire-trace.js';
import type { HttpClient } from './http/http-client.js';
import { jsonInstruction } from './json-output.js';
import { base64Of, binariesOf, isImage, textOfMessage } from './message-parts.js';
import type { PartialResponse, Delta, ReportedUsage } from './partial-response.js';
import { readFrames } from './read-frames.js';
import { toToolConfig, toToolMessage } from './bedrock-tools.js';
import { splitSystem, warningsForSystem } from './system-messages.js';
import { runRequest, runUnbilledRequest } from './run-request.js';
import { BEDROCK } from './vendors/bedrock.js';
import { familyOf, adaptRequest, modelCapabilities } from './vendors/vendor.js';

export interface BedrockSettings {
  /** A Bedrock API key, or `access key ID:secret access key`. */
  apiKey: string;
  region: string;
  /** Defaults to Amazon's endpoint of the region. */
  baseUrl?: string | undefined;
}

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  guardrail_intervened: 'filtered',
  tool_use: 'tool_calls',
  content_filtered: 'filtered',
};

const count = z.number().nullish();
/** The relevant events of ConverseStream (docs.aws.amazon.com, API_runtime_ConverseStream, checked 2026-11-28). */
const eventSchema = z.object({
  contentBlockStart: z
    .object({
      contentBlockIndex: z.number(),
      start: z.object({
        toolUse: z.object({ toolUseId: z.string(), name: z.string() }).optional(),
      }),
    })
    .optional(),
  contentBlockDelta: z
    .object({
      contentBlockIndex: z.number().default(0),
      delta: z.object({
        text: z.string().optional(),
        toolUse: z.object({ input: z.string() }).optional(),
        reasoningContent: z.object({ text: z.string().optional() }).optional(),
      }),
    })
    .optional(),
  messageStop: z.object({ stopReason: z.string() }).optional(),
  metadata: z
    .object({
      usage: z.object({
        inputTokens: count,
        outputTokens: count,
        cacheReadInputTokens: count,
        cacheWriteInputTokens: count,
      }),
    })
    .optional(),
});

const modelsSchema = z.object({
  modelSummaries: z.array(z.object({ modelId: z.string() })),
});
const profilesSchema = z.object({
  inferenceProfileSummaries: z.array(z.object({ inferenceProfileId: z.string() })),
});

/** Amazon Bedrock by its Converse API, which is the same for every model. */
export function createBedrockProvider(deps: { http: HttpClient }, settings: BedrockSettings): AiProvider {
  const authorize = awsAuthorizer(settings.apiKey, settings.region);
  const runtime = settings.baseUrl ?? `https://bedrock-runtime.${settings.region}.amazonaws.com`;
  const control = runtime.replace('//bedrock-runtime.', '//bedrock.');

  async function request(trace: WireTrace, url: string, body?: string): Promise<Response> {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = await authorize({ method, url, ...(body !== undefined && { body }) });
    const response = await deps.http.fetch(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
      trace,
    } as RequestInit);
    if (!response.ok) throw new Error('refused');
    return response;
  }

  return {
    stream(asked) {
      const { call, warnings } = adaptRequest(asked, modelCapabilities(BEDROCK, familyOf(asked)));
      const url = `${runtime}/model/${encodeURIComponent(call.model)}/converse-stream`;
      return runRequest(call, [...warnings, ...warningsForSystem(call)], {
        send: (trace) => request(trace, url, JSON.stringify(toBody(call))),
        read: readEvent,
        readEvents: readFrames,
      });
    },

    listModels: () =>
      runUnbilledRequest(async (trace) => {
        const models = await request(trace, `${control}/foundation-models?byOutputModality=TEXT`);
        const profiles = await request(trace, `${control}/inference-profiles?maxResults=1000`);
        return [
          ...modelsSchema.parse(await models.json()).modelSummaries.map(({ modelId }) => modelId),
          ...profilesSchema
            .parse(await profiles.json())
            .inferenceProfileSummaries.map(({ inferenceProfileId }) => inferenceProfileId),
        ].sort();
      }),
  };
}

function toBody(request: ProviderRequest): object {
  const { maxOutputTokens, sampling, format, stop } = request;
  const { system, others } = splitSystem(request.messages);
  if (format) system.unshift(jsonInstruction(format.schema?.schema));
  return {
    ...(system.length > 0 && { system: system.map((text) => ({ text })) }),
    messages: others.map(messageWriter()),
    ...toToolConfig(request),
    inferenceConfig: {
      maxTokens: maxOutputTokens,
      ...(sampling?.temperature !== undefined && { temperature: sampling.temperature }),
      ...(sampling?.topP !== undefined && { topP: sampling.topP }),
      ...(stop !== undefined && { stopSequences: stop }),
    },
  };
}

/** Writes the messages of one request, in which each document needs a name of its own. */
function messageWriter(): (message: Message) => object {
  let documents = 0;
  return (message) => {
    const withTools = toToolMessage(message);
    if (withTools) return withTools;
    const text = textOfMessage(message);
    const files = binariesOf(message).map(({ part, bytes }) => {
      const source = { bytes: base64Of(bytes) };
      if (isImage(part)) return { image: { format: part.mimeType.replace('image/', ''), source } };
      documents += 1;
      // Converse restricts the characters of a document name.
      return { document: { format: 'pdf', name: `document ${String(documents)}`, source } };
    });
    return { role: message.role, content: [...files, ...(text === '' ? [] : [{ text }])] };
  };
}

function* readEvent(raw: unknown, answer: PartialResponse): Generator<Delta> {
  const { contentBlockStart, contentBlockDelta, messageStop, metadata } = eventSchema.parse(raw);
  const { text, reasoningContent, toolUse } = contentBlockDelta?.delta ?? {};
  const begun = contentBlockStart?.start.toolUse;
  if (begun) {
    const index = answer.toolCalls.begin(contentBlockStart.contentBlockIndex);
    yield { type: 'tool-call', index, id: begun.toolUseId, name: begun.name };
  }
  if (contentBlockDelta && toolUse) {
    const index = answer.toolCalls.indexOf(contentBlockDelta.contentBlockIndex);
    if (index !== undefined) yield { type: 'tool-arguments', index, text: toolUse.input };
  }
  if (reasoningContent?.text) yield { type: 'reasoning', text: reasoningContent.text };
  if (text) yield { type: 'text', text };
  if (messageStop) answer.end(FINISH_REASONS[messageStop.stopReason] ?? 'stop', messageStop.stopReason);
  if (metadata) answer.report(usageOf(metadata.usage));
}

/** As in Anthropic's API, cached tokens are not part of the input. */
function usageOf({
  inputTokens,
  outputTokens,
  cacheReadInputTokens: read,
  cacheWriteInputTokens: written,
}: NonNullable<z.output<typeof eventSchema>['metadata']>['usage']): ReportedUsage {
  return {
    input: inputTokens == null ? undefined : inputTokens + (read ?? 0) + (written ?? 0),
    output: outputTokens,
    cacheRead: read,
    cacheWrite: written,
  };
}
