import type Anthropic from '@anthropic-ai/sdk';
import type { AnthropicBlock } from './anthropic-schema.js';
import type { Message, ProviderRequest, Warning } from './contract.js';
import { textOfMessage } from './message-parts.js';
import type { PartialResponse } from './partial-response.js';
import { argumentsObject, toolCallsOf, toolResultsOf } from './tool-calls.js';

// Tools in the Messages API, and the thinking that it wants back with their results. Checked 2026-11-28:
// platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use, …/build-with-claude/extended-thinking

/** Marks message state with thinking blocks. */
const STATE = 'anthropic';

type Body = Pick<Anthropic.MessageCreateParams, 'tools' | 'tool_choice'>;

export function toAnthropicTools({ toolUse }: ProviderRequest): Body {
  if (!toolUse) return {};
  const { tools, choice = 'auto', isParallel } = toolUse;
  return {
    tools: tools.map(({ name, description, parameters, strict }) => ({
      name,
      ...(description !== undefined && { description }),
      input_schema: { ...parameters, type: 'object' as const },
      ...(strict === true && { strict }),
    })),
    tool_choice: toChoice(choice, isParallel === false),
  };
}

function toChoice(
  choice: NonNullable<NonNullable<ProviderRequest['toolUse']>['choice']>,
  isSingle: boolean,
): Anthropic.ToolChoice {
  if (choice === 'none') return { type: 'none' };
  const single = isSingle ? { disable_parallel_tool_use: true } : {};
  if (choice === 'auto') return { type: 'auto', ...single };
  return choice === 'required' ? { type: 'any', ...single } : { type: 'tool', name: choice.name, ...single };
}

/** Thinking must stay off if a tool is forced, or if the thinking before the last calls is lost. */
export function withoutThinkingIfLost(request: ProviderRequest): {
  request: ProviderRequest;
  warnings: Warning[];
} {
  const { model, effort, toolUse, ...rest } = request;
  const choice = toolUse?.choice ?? 'auto';
  const isForced = choice === 'required' || typeof choice === 'object';
  if (effort === undefined || (!isForced && !hasLostThinking(request.messages)))
    return { request, warnings: [] };
  const message = `${model} didn’t think: ${isForced ? 'a tool was demanded' : 'its earlier thinking is no longer known'}.`;
  return { request: { ...rest, model, toolUse }, warnings: [{ setting: 'effort', message }] };
}

function hasLostThinking(messages: readonly Message[]): boolean {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return turn.some((message) => toolCallsOf(message).length > 0 && message.state?.vendor !== STATE);
}

/** Ids of other vendors may have characters that are rejected here. */
const toId = (id: string): string => id.replaceAll(/[^\w-]/g, '_');

/** A message with tool calls, or with their results; undefined for all others. */
export function toToolMessage(message: Message): Anthropic.MessageParam | undefined {
  if (message.role === 'tool') {
    return {
      role: 'user',
      content: toolResultsOf(message).map(({ callId, text }) => ({
        type: 'tool_result',
        tool_use_id: toId(callId),
        content: text,
      })),
    };
  }
  const calls = toolCallsOf(message);
  if (calls.length === 0) return undefined;
  const text = textOfMessage(message);
  return {
    role: 'assistant',
    content: [
      ...thinkingOf(message),
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...calls.map((call) => ({
        type: 'tool_use' as const,
        id: toId(call.id),
        name: call.name,
        input: argumentsObject(call),
      })),
    ],
  };
}

type ThinkingBlock = Anthropic.ThinkingBlockParam | Anthropic.RedactedThinkingBlockParam;

const thinkingOf = ({ state }: Pick<Message, 'state'>): ThinkingBlock[] =>
  state?.vendor === STATE && Array.isArray(state.value) ? (state.value as ThinkingBlock[]) : [];

/** Remembers a thinking block as it begins. */
export function beginThinking(block: AnthropicBlock, answer: PartialResponse): void {
  const blocks = thinkingOf(answer);
  if (block.type === 'thinking') {
    const begun = {
      type: 'thinking' as const,
      thinking: block.thinking ?? '',
      signature: block.signature ?? '',
    };
    answer.state = { vendor: STATE, value: [...blocks, begun] };
  }
  if (block.type === 'redacted_thinking')
    answer.state = { vendor: STATE, value: [...blocks, { type: block.type, data: block.data ?? '' }] };
}

/** Adds a delta to the last thinking block. */
export function addThinking(delta: { thinking?: string; signature?: string }, answer: PartialResponse): void {
  const last = thinkingOf(answer).at(-1);
  if (last?.type !== 'thinking') return;
  last.thinking += delta.thinking ?? '';
  last.signature += delta.signature ?? '';
}
