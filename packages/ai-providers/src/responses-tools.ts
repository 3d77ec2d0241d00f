import type OpenAI from 'openai';
import type { Message, ProviderRequest } from './contract.js';
import { textOfMessage } from './message-parts.js';
import type { Delta, PartialResponse } from './partial-response.js';
import type { FunctionCallItem } from './responses-schema.js';
import { toolCallsOf, toolResultsOf } from './tool-calls.js';

// Function tools in the Responses API: https://platform.openai.com/docs/guides/function-calling

type Body = OpenAI.Responses.ResponseCreateParams;

export const toFunctionTools = ({ toolUse }: ProviderRequest): OpenAI.Responses.FunctionTool[] =>
  (toolUse?.tools ?? []).map(({ name, description, parameters, strict }) => ({
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    parameters: { ...parameters },
    // The default of this API would refuse most schemas.
    strict: strict ?? false,
  }));

export function toToolSettings({
  toolUse,
}: ProviderRequest): Pick<Body, 'tool_choice' | 'parallel_tool_calls'> {
  const { choice, isParallel } = toolUse ?? {};
  return {
    ...(choice !== undefined && {
      tool_choice: typeof choice === 'string' ? choice : { type: 'function', name: choice.name },
    }),
    ...(isParallel === false && { parallel_tool_calls: false }),
  };
}

/** A message with tool calls, or with their results; undefined for all others. */
export function toToolItems(message: Message): object[] | undefined {
  if (message.role === 'tool') {
    return toolResultsOf(message).map(({ callId, text }) => ({
      type: 'function_call_output',
      call_id: callId,
      output: text,
    }));
  }
  const calls = toolCallsOf(message);
  if (calls.length === 0) return undefined;
  const text = textOfMessage(message);
  return [
    ...(text === '' ? [] : [{ role: 'assistant', content: text }]),
    ...calls.map(({ id, name, arguments: args }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: args,
    })),
  ];
}

/** A call begins; a whole one, from servers that don't stream, has its arguments already. */
export function* beginFunctionCall(
  { call_id: id, name, arguments: args }: FunctionCallItem,
  outputIndex: number,
  { toolCalls }: PartialResponse,
): Generator<Delta> {
  if (toolCalls.indexOf(outputIndex) !== undefined) return;
  const index = toolCalls.begin(outputIndex);
  yield { type: 'tool-call', index, id, name };
  if (args) yield { type: 'tool-arguments', index, text: args };
}
