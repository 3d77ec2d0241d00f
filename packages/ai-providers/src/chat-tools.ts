import { randomUUID } from 'node:crypto';
import type OpenAI from 'openai';
import type { ChatToolCall } from './chat-schema.js';
import type { Message, ProviderRequest, Warning } from './contract.js';
import { textOfMessage } from './message-parts.js';
import type { Delta, PartialResponse } from './partial-response.js';
import { toolCallsOf, toolResultsOf } from './tool-calls.js';
import { GEMINI } from './vendors/gemini.js';
import { familyOf, type Vendor } from './vendors/vendor.js';

// Tools in Chat Completions: https://platform.openai.com/docs/guides/function-calling?api-mode=chat

/** Marks message state with what Gemini adds to tool calls, by their ids. */
const GEMINI_STATE = 'gemini-tool-calls';

/** Gemini from version 3 on rejects calls without their signature. Checked 2026-11-28: ai.google.dev/gemini-api/docs/thought-signatures */
const NEEDS_SIGNATURE = /gemini-[3-9]/;
const NO_SIGNATURE = { google: { thought_signature: 'skip_thought_signature_validator' } };

/** Reads a call or a delta of one; `place` is its position in a whole message. */
export function* readToolCall(
  { index: given, id, function: { name, arguments: text }, extra_content: extra }: ChatToolCall,
  place: number | undefined,
  answer: PartialResponse,
): Generator<Delta> {
  const { toolCalls } = answer;
  const vendorIndex = given ?? place ?? 0;
  let index = toolCalls.indexOf(vendorIndex);
  if (name && (index === undefined || toolCalls.isAnother(index, id))) {
    index = toolCalls.begin(vendorIndex);
    const callId = id === '' ? newCallId() : (id ?? newCallId());
    if (extra) answer.state = { vendor: GEMINI_STATE, value: { ...signaturesIn(answer), [callId]: extra } };
    yield { type: 'tool-call', index, id: callId, name };
  }
  if (index !== undefined && text) yield { type: 'tool-arguments', index, text };
}

/** For servers that give their calls no id. */
const newCallId = (): string => `call_${randomUUID().replaceAll('-', '')}`;

const signaturesIn = ({ state }: Pick<Message, 'state'>): Readonly<Record<string, unknown>> =>
  state?.vendor === GEMINI_STATE && typeof state.value === 'object' ? { ...state.value } : {};

type Body = Pick<OpenAI.ChatCompletionCreateParams, 'tools' | 'tool_choice' | 'parallel_tool_calls'>;

export function toChatTools({ toolUse }: ProviderRequest, vendor: Vendor): Body {
  if (!toolUse) return {};
  const { tools, choice, isParallel } = toolUse;
  return {
    tools: tools.map(({ name, description, parameters, strict }) => ({
      type: 'function',
      function: {
        name,
        ...(description !== undefined && { description }),
        parameters: { ...parameters },
        ...(strict !== undefined && { strict }),
      },
    })),
    ...(choice !== undefined && {
      tool_choice: typeof choice === 'string' ? choice : { type: 'function', function: choice },
    }),
    // The default is left out: many servers don't know the field.
    ...(isParallel === false && vendor !== GEMINI && { parallel_tool_calls: false }),
  };
}

export function warningsForTools({ model, toolUse }: ProviderRequest, vendor: Vendor): Warning[] {
  if (toolUse?.isParallel !== false || vendor !== GEMINI) return [];
  const message = `${model} may call several tools at once; it takes no setting for that.`;
  return [{ setting: 'tools', message }];
}

/** Messages with tool calls, or with their results; undefined for all others. */
export function toToolMessages(
  message: Message,
  request: ProviderRequest,
): OpenAI.ChatCompletionMessageParam[] | undefined {
  if (message.role === 'tool') {
    return toolResultsOf(message).map(({ callId, text }) => ({
      role: 'tool',
      tool_call_id: callId,
      content: text,
    }));
  }
  const calls = toolCallsOf(message);
  if (calls.length === 0) return undefined;
  const text = textOfMessage(message);
  const signatures = signaturesIn(message);
  const needsSignature = NEEDS_SIGNATURE.test(familyOf(request));
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      tool_calls: calls.map(({ id, name, arguments: args }, index) => {
        // Of parallel calls, only the first has a signature.
        const extra = signatures[id] ?? (needsSignature && index === 0 ? NO_SIGNATURE : undefined);
        return {
          id,
          type: 'function' as const,
          function: { name, arguments: args },
          ...(extra !== undefined && { extra_content: extra }),
        };
      }),
    },
  ];
}
