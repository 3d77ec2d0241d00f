import { describeError } from '~/core/edge/answer-error.server';
import { openEventStream } from '~/core/edge/event-stream.server';
import type { OtherAnswer } from '~/core/edge/declare-call.server';
import type { UserWithRoles } from '~/core/server/session.server';
import type { ToolCallEvent } from '@promptwell/ai-providers';
import { annotationsOf, cutOffWarnings, finishReasonOf, modelIdOf, usageOf } from './chat-response';
import { chatChunkSchema, type ChatChunk, type ChatRequest } from './chat-schema';
import { prepareChat, type ChatCompletion, type ChatSend } from './complete-chat.server';
import type { OpenApiDeps } from './deps.server';
import { openAiErrorSchema, OPENAI_DIALECT } from './openai-dialect.server';

export const chatEvents = {
  kind: 'events',
  description:
    'With `stream: true`. The events have no names; the stream ends with `data: [DONE]`, or with an error.',
  events: { chunk: chatChunkSchema, error: openAiErrorSchema },
} as const satisfies OtherAnswer;

type Delta = ChatChunk['choices'][number]['delta'];

/**
 * Responds with chunks as they arrive. Errors before the first are thrown, so they become a regular response with a
 * status. If the client disconnects, the completion continues and is charged.
 */
export async function streamChat(
  services: OpenApiDeps,
  actor: UserWithRoles,
  send: Pick<ChatSend, 'request' | 'idempotencyKey'>,
  requestId: string,
): Promise<Response> {
  const stream = openEventStream(services, chatEvents.events, { isUnnamed: true });
  const created = Math.floor(services.clock() / 1000);
  const { request } = send;
  let markBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    markBegun = resolve;
  });
  let hasBegun = false;
  const requestedModel = request.model ?? request.models?.[0] ?? '';
  const chunk = (
    choices: ChatChunk['choices'],
    rest: Pick<ChatChunk, 'usage' | 'warnings'> & { model?: string } = {},
  ): void =>
    stream.send('chunk', {
      id: chat.id,
      object: 'chat.completion.chunk',
      created,
      model: requestedModel,
      choices,
      ...rest,
    });
  const delta = (part: Delta): void => chunk([choice(part)]);
  const chat = prepareChat(services, actor, {
    ...send,
    onStarted: () => {
      hasBegun = true;
      delta({ role: 'assistant', content: '' });
      markBegun();
    },
    onText: (content) => delta({ content }),
    onReasoning: (text) => delta({ reasoning_content: text }),
    onToolCall: (event) => delta({ tool_calls: [toolCallDelta(event)] }),
  });

  const finished = chat
    .run()
    .then((result) => {
      if (!hasBegun) sendWhole(delta, result); // a replay
      hasBegun = true;
      end(result);
    })
    .catch((error: unknown) => {
      if (!hasBegun) throw error;
      const answer = describeError(error, { services, requestId });
      stream.send('error', openAiErrorSchema.parse(OPENAI_DIALECT.describeError(answer, error).body));
      stream.end();
    });

  function end({ completion, warnings }: ChatCompletion): void {
    const last = {
      model: modelIdOf(completion),
      usage: usageOf(completion),
      warnings: [...warnings, ...cutOffWarnings(completion)],
    };
    const finish = choice(annotationsOf(completion), finishReasonOf(completion));
    // Clients that don't ask for usage may not expect a chunk without a choice.
    if (wantsUsage(request)) {
      chunk([finish], { model: last.model });
      chunk([], last);
    } else chunk([finish], last);
    stream.endWith('[DONE]');
  }

  await Promise.race([begun, finished]);
  return stream.response;
}

const wantsUsage = ({ stream_options: options }: ChatRequest): boolean => options?.include_usage === true;

const choice = (
  delta: Delta,
  finishReason: ChatChunk['choices'][number]['finish_reason'] = null,
): ChatChunk['choices'][number] => ({ index: 0, delta, logprobs: null, finish_reason: finishReason });

const toolCallDelta = (event: ToolCallEvent): NonNullable<Delta['tool_calls']>[number] =>
  event.type === 'tool-call'
    ? { index: event.index, id: event.id, type: 'function', function: { name: event.name, arguments: '' } }
    : { index: event.index, function: { arguments: event.text } };

function sendWhole(delta: (part: Delta) => void, { completion: { text, toolCalls } }: ChatCompletion): void {
  delta({ role: 'assistant', content: text });
  for (const [index, { id, name, arguments: args }] of toolCalls.entries())
    delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] });
}
