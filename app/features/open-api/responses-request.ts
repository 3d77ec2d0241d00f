import { DomainError } from '~/core/shared/errors';
import { checkOtherFields } from './chat-fields';
import type { ChatMessage, ChatRequest, UserPart } from './chat-schema';
import { unsupported } from './errors';
import {
  responsesRequestSchema,
  type InputItem,
  type InputPart,
  type ResponsesRequest,
} from './responses-schema';

const STATELESS =
  'Responses aren’t stored here, so a request can’t continue one. Send the earlier turns in `input`.';
const REFUSED: Readonly<Record<string, string>> = {
  previous_response_id: STATELESS,
  conversation: STATELESS,
  prompt: 'Prompt templates of OpenAI aren’t available here. Send their text in `input`.',
};
/** Values that change nothing. */
const NEUTRAL: Readonly<Record<string, (value: unknown) => boolean>> = {
  background: (value) => value === false,
  truncation: (value) => value === 'disabled',
  include: (value) => Array.isArray(value) && value.every((each) => each === 'reasoning.encrypted_content'),
};
const KNOWN_FIELDS = new Set(Object.keys(responsesRequestSchema.shape));

/** A request of Responses as one of Chat Completions, and warnings for what isn't taken. */
export function toChatRequest(request: ResponsesRequest): { chat: ChatRequest; warnings: string[] } {
  for (const [name, message] of Object.entries(REFUSED))
    if (request[name] != null) throw unsupported(name, message);
  if (request.background === true)
    throw unsupported('background', 'Requests are answered at once here: background must be false.');
  const others = Object.entries(request).filter(([name, value]) => !NEUTRAL[name]?.(value));
  const warnings = checkOtherFields(Object.fromEntries(others), KNOWN_FIELDS);
  const { input, instructions, tools, tool_choice: choice } = request;
  const items: readonly InputItem[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input;
  const functions = (tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool] : []));
  const searches = (tools ?? []).some(({ type }) => type !== 'function');
  const chat: ChatRequest = {
    ...pickShared(request),
    messages: [
      ...(instructions ? [{ role: 'system' as const, content: instructions }] : []),
      ...toMessages(items),
    ],
    max_completion_tokens: request.max_output_tokens,
    reasoning_effort: request.reasoning?.effort,
    response_format: formatOf(request),
    tools: functions.map(({ type, name, description, parameters, strict }) => ({
      type,
      function: { name, description, parameters, strict },
    })),
    tool_choice:
      typeof choice === 'object' && choice ? { type: choice.type, function: { name: choice.name } } : choice,
    ...(searches && { web_search_options: {} }),
  };
  return { chat, warnings };
}

const pickShared = ({
  model,
  models,
  stream,
  temperature,
  top_p,
  parallel_tool_calls,
  user,
  metadata,
}: ResponsesRequest) => ({
  model,
  models,
  stream,
  temperature,
  top_p,
  parallel_tool_calls,
  user,
  metadata,
});

function formatOf({ text }: ResponsesRequest): ChatRequest['response_format'] {
  const format = text?.format;
  if (format?.type !== 'json_schema') return format;
  const { name, schema, strict } = format;
  return { type: 'json_schema', json_schema: { name, schema, strict } };
}

/** Calls that follow each other are one message, with the text before them. */
function toMessages(items: readonly InputItem[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const item of items) {
    switch (item.type) {
      case 'message':
        messages.push(toMessage(item));
        break;
      case 'function_call': {
        const call = {
          id: item.call_id,
          type: 'function' as const,
          function: { name: item.name, arguments: item.arguments },
        };
        const last = messages.at(-1);
        if (last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), call];
        else messages.push({ role: 'assistant', content: null, tool_calls: [call] });
        break;
      }
      case 'function_call_output':
        messages.push({ role: 'tool', tool_call_id: item.call_id, content: textOf(item.output) });
        break;
      case 'reasoning':
        break;
    }
  }
  return messages;
}

type Content = string | readonly InputPart[];

const toMessage = ({ role, content }: Extract<InputItem, { type: 'message' }>): ChatMessage =>
  typeof content === 'string' || role !== 'user'
    ? { role, content: textOf(content) }
    : { role, content: content.map(toUserPart) };

const textOf = (content: Content): string =>
  typeof content === 'string'
    ? content
    : content
        .map((part) => ('text' in part ? part.text : 'refusal' in part ? part.refusal : ''))
        .join('\n\n');

function toUserPart(part: InputPart): UserPart {
  switch (part.type) {
    case 'input_image':
      if ('file_id' in part && part.file_id != null)
        throw unsupported('input', 'Files aren’t stored here: send image_url as a data URL.');
      return { type: 'image_url', image_url: { url: part.image_url ?? '' } };
    case 'input_file':
      if ('file_id' in part && part.file_id != null)
        throw unsupported('input', 'Files aren’t stored here: send file_data.');
      return { type: 'file', file: { filename: part.filename, file_data: part.file_data } };
    case 'refusal':
      return { type: 'text', text: part.refusal };
    case 'input_text':
    case 'output_text':
      return { type: 'text', text: part.text };
  }
}

/** Errors about messages are about `input` here. */
export function asResponsesError(error: unknown): unknown {
  if (!(error instanceof DomainError) || typeof error.data.param !== 'string') return error;
  if (!error.data.param.startsWith('messages')) return error;
  const { kind, message, code, retryAfterSeconds } = error;
  return new DomainError(kind, message, {
    ...(code !== undefined && { code }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    data: { ...error.data, param: 'input' },
    cause: error.cause,
  });
}
