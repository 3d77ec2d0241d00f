import type { Message, ProviderRequest } from './contract.js';
import { textOfMessage } from './message-parts.js';
import { argumentsObject, toolCallsOf, toolResultsOf } from './tool-calls.js';

// Tools in Bedrock's Converse API: docs.aws.amazon.com/bedrock/latest/userguide/tool-use-inference-call.html

/**
 * Converse has no way to forbid tools, so with `none` they are left out. They must be there if earlier messages have calls.
 */
export function toToolConfig({ toolUse, messages }: ProviderRequest): object {
  const hasCalls = messages.some((message) => toolCallsOf(message).length > 0);
  if (!toolUse || (toolUse.choice === 'none' && !hasCalls)) return {};
  const { tools, choice } = toolUse;
  return {
    toolConfig: {
      tools: tools.map(({ name, description, parameters }) => ({
        toolSpec: {
          name,
          ...(description !== undefined && { description }),
          inputSchema: { json: { ...parameters, type: 'object' } },
        },
      })),
      ...(choice === 'required' && { toolChoice: { any: {} } }),
      ...(typeof choice === 'object' && { toolChoice: { tool: { name: choice.name } } }),
    },
  };
}

/** Ids of other vendors may have characters that are rejected here. */
const toId = (id: string): string => id.replaceAll(/[^\w-]/g, '_').slice(0, 64);

/** A message with tool calls, or with their results; undefined for all others. */
export function toToolMessage(message: Message): object | undefined {
  if (message.role === 'tool') {
    const content = toolResultsOf(message).map(({ callId, text }) => ({
      toolResult: { toolUseId: toId(callId), content: [{ text: text === '' ? ' ' : text }] },
    }));
    return { role: 'user', content };
  }
  const calls = toolCallsOf(message);
  if (calls.length === 0) return undefined;
  const text = textOfMessage(message);
  return {
    role: 'assistant',
    content: [
      ...(text === '' ? [] : [{ text }]),
      ...calls.map((call) => ({
        toolUse: { toolUseId: toId(call.id), name: call.name, input: argumentsObject(call) },
      })),
    ],
  };
}
