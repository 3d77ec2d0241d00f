import type { ToolCallEvent } from '@promptwell/ai-providers';
import { describeError } from '~/core/edge/answer-error.server';
import type { OtherAnswer } from '~/core/edge/declare-call.server';
import { openEventStream } from '~/core/edge/event-stream.server';
import type { UserWithRoles } from '~/core/server/session.server';
import type { CompletionResponse } from '~/features/completions/index.server';
import { cutOffWarnings, finishReasonOf, modelIdOf } from './chat-response';
import { prepareChat, type ChatCompletion, type ChatSend } from './complete-chat.server';
import type { OpenApiDeps } from './deps.server';
import { OPENAI_DIALECT, openAiErrorSchema } from './openai-dialect.server';
import { asResponsesError, toChatRequest } from './responses-request';
import {
  responseEventSchemas,
  type OutputItem,
  type ResponseObject,
  type ResponsesRequest,
} from './responses-schema';

export const responseEvents = {
  kind: 'events',
  description: 'With `stream: true`. The stream ends with response.completed, response.incomplete or error.',
  events: responseEventSchemas,
} as const satisfies OtherAnswer;

interface ResponsesSend {
  request: ResponsesRequest;
  idempotencyKey: string | undefined;
}

const responseIdOf = (id: string): string => id.replace('chatcmpl-', 'resp_');

/** A request of OpenAI's Responses, without its memory: the same paid completion as a chat completion. */
export async function createResponse(
  services: OpenApiDeps,
  actor: UserWithRoles,
  { request, idempotencyKey }: ResponsesSend,
): Promise<{ response: ResponseObject; completion: CompletionResponse }> {
  try {
    const { chat, warnings } = toChatRequest(request);
    const answered = await prepareChat(services, actor, { request: chat, idempotencyKey }).run();
    const all = { ...answered, warnings: [...warnings, ...answered.warnings] };
    return { response: toResponse(request, all, services.clock()), completion: answered.completion };
  } catch (error) {
    throw asResponsesError(error);
  }
}

function toResponse(
  request: ResponsesRequest,
  { id, completion, warnings }: ChatCompletion,
  nowMs: number,
): ResponseObject {
  const { text, toolCalls, sources, usage } = completion;
  const responseId = responseIdOf(id);
  const annotations = sources.map(({ url, title }) => ({
    type: 'url_citation' as const,
    url,
    title: title ?? url,
    start_index: 0,
    end_index: 0,
  }));
  const status = statusOf(completion);
  const message = {
    ...messageItem(responseId, status),
    content: [{ type: 'output_text' as const, text, annotations }],
  };
  const reason = finishReasonOf(completion) === 'content_filter' ? 'content_filter' : 'max_output_tokens';
  return {
    ...begunResponse(request, responseId, nowMs),
    status,
    incomplete_details: status === 'incomplete' ? { reason } : null,
    model: modelIdOf(completion),
    output: [
      ...(text === '' && toolCalls.length > 0 ? [] : [message]),
      ...toolCalls.map(({ id: callId, name, arguments: args }) => ({
        ...callItem(callId, name),
        arguments: args,
        status: 'completed' as const,
      })),
    ],
    usage: {
      input_tokens: usage.inputTokens,
      input_tokens_details: { cached_tokens: usage.cachedTokens },
      output_tokens: usage.outputTokens,
      output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
      total_tokens: usage.inputTokens + usage.outputTokens,
      cost: usage.costUsd,
    },
    warnings: [...warnings, ...cutOffWarnings(completion)],
  };
}

const statusOf = (completion: CompletionResponse): 'completed' | 'incomplete' =>
  ['stop', 'tool_calls'].includes(finishReasonOf(completion)) ? 'completed' : 'incomplete';

const messageItem = (responseId: string, status: 'in_progress' | 'completed' | 'incomplete') => ({
  type: 'message' as const,
  id: responseId.replace('resp_', 'msg_'),
  status,
  role: 'assistant' as const,
  content: [],
});

const callItem = (callId: string, name: string) => ({
  type: 'function_call' as const,
  id: `fc_${callId}`,
  call_id: callId,
  name,
  arguments: '',
  status: 'in_progress' as const,
});

/** A response before its output. */
const begunResponse = (request: ResponsesRequest, id: string, nowMs: number): ResponseObject => ({
  id,
  object: 'response',
  created_at: Math.floor(nowMs / 1000),
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  instructions: request.instructions ?? null,
  metadata: request.metadata ?? {},
  model: request.model ?? request.models?.[0] ?? '',
  output: [],
  parallel_tool_calls: request.parallel_tool_calls ?? true,
  previous_response_id: null,
  store: false,
  temperature: request.temperature ?? null,
  top_p: request.top_p ?? null,
  tool_choice: request.tool_choice ?? 'auto',
  tools: request.tools ?? [],
  usage: null,
  warnings: [],
});

/** Responds with the events of OpenAI's stream. If the client disconnects, the completion continues and is charged. */
export async function streamResponse(
  services: OpenApiDeps,
  actor: UserWithRoles,
  { request, idempotencyKey }: ResponsesSend,
  requestId: string,
): Promise<Response> {
  const stream = openEventStream(services, responseEvents.events);
  let sequence = 0;
  const send = (type: keyof typeof responseEventSchemas, data: object): void => {
    stream.send(type, { type, sequence_number: sequence, ...data });
    sequence += 1;
  };
  const output = new StreamedOutput(send);
  let markBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    markBegun = resolve;
  });
  let hasBegun = false;
  const begin = (): void => {
    const response = begunResponse(request, responseId, services.clock());
    send('response.created', { response });
    send('response.in_progress', { response });
    hasBegun = true;
    markBegun();
  };
  const { chat, warnings } = toChatRequest(request);
  const listeners: Pick<ChatSend, 'onStarted' | 'onText' | 'onToolCall'> = {
    onStarted: begin,
    onText: (delta) => output.addText(responseId, delta),
    onToolCall: (event) => output.addToolCall(event),
  };
  const prepared = prepareChat(services, actor, { request: chat, idempotencyKey, ...listeners });
  const responseId = responseIdOf(prepared.id);

  const finished = prepared
    .run()
    .then((answered) => {
      if (!hasBegun) begin(); // a replay
      const all = { ...answered, warnings: [...warnings, ...answered.warnings] };
      const response = toResponse(request, all, services.clock());
      output.finish(response);
      send(response.status === 'incomplete' ? 'response.incomplete' : 'response.completed', { response });
    })
    .catch((thrown: unknown) => {
      const error = asResponsesError(thrown);
      if (!hasBegun) throw error;
      const { body } = OPENAI_DIALECT.describeError(describeError(error, { services, requestId }), error);
      const { code, message, param } = openAiErrorSchema.parse(body).error;
      send('error', { code, message, param });
    })
    .finally(stream.end);

  await Promise.race([begun, finished]);
  return stream.response;
}

/** The items of a response as they arrive. Indexes are in order of arrival. */
class StreamedOutput {
  readonly #items: { item: OutputItem; text: string }[] = [];
  readonly #indexes = new Map<string, number>();

  constructor(private readonly send: (type: keyof typeof responseEventSchemas, data: object) => void) {}

  addText(responseId: string, delta: string): void {
    const item = messageItem(responseId, 'in_progress');
    const { index, isNew } = this.#indexOf('message', item);
    if (isNew) {
      const part = { type: 'output_text', text: '', annotations: [] };
      this.send('response.content_part.added', { ...placeOf(item, index), content_index: 0, part });
    }
    this.#append(index, delta);
    this.send('response.output_text.delta', {
      ...placeOf(item, index),
      content_index: 0,
      delta,
      logprobs: [],
    });
  }

  addToolCall(event: ToolCallEvent): void {
    const key = `call ${String(event.index)}`;
    if (event.type === 'tool-call') {
      this.#indexOf(key, callItem(event.id, event.name));
      return;
    }
    const index = this.#indexes.get(key);
    const item = index === undefined ? undefined : this.#items[index]?.item;
    if (index === undefined || !item) return;
    this.#append(index, event.text);
    this.send('response.function_call_arguments.delta', { ...placeOf(item, index), delta: event.text });
  }

  /** Closes all items; those of a replay are sent whole. */
  finish({ output }: ResponseObject): void {
    for (const [place, whole] of output.entries()) {
      const found = this.#items.findIndex(({ item }) => item.id === whole.id);
      const index = found === -1 ? place : found;
      if (found === -1) this.send('response.output_item.added', { output_index: index, item: whole });
      const at = placeOf(whole, index);
      if (whole.type === 'function_call')
        this.send('response.function_call_arguments.done', { ...at, arguments: whole.arguments });
      else {
        const [part] = whole.content;
        this.send('response.output_text.done', {
          ...at,
          content_index: 0,
          text: part?.text ?? '',
          logprobs: [],
        });
        this.send('response.content_part.done', { ...at, content_index: 0, part });
      }
      this.send('response.output_item.done', { output_index: index, item: whole });
    }
  }

  #append(index: number, text: string): void {
    const entry = this.#items[index];
    if (entry) entry.text += text;
  }

  #indexOf(key: string, item: OutputItem): { index: number; isNew: boolean } {
    const known = this.#indexes.get(key);
    if (known !== undefined) return { index: known, isNew: false };
    const index = this.#items.length;
    this.#items.push({ item, text: '' });
    this.#indexes.set(key, index);
    this.send('response.output_item.added', { output_index: index, item });
    return { index, isNew: true };
  }
}

const placeOf = ({ id }: OutputItem, index: number) => ({ item_id: id, output_index: index });
