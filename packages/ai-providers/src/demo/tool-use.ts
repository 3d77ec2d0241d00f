import { createHash } from 'node:crypto';
import type { Message, ProviderRequest, Tool, ToolCall, ToolUse } from '../contract.js';
import { textOfMessage } from '../message-parts.js';
import { toolCallsOf, toolResultsOf } from '../tool-calls.js';
import { demoArguments } from './json-reply.js';

/**
 * The tool that the Demo model calls next: in each round another of those that the prompt names, or the first one if it
 * names none. Undefined once all have been called; then it answers.
 */
export function demoToolCall({ messages, toolUse }: ProviderRequest): ToolCall | undefined {
  if (!toolUse || toolUse.choice === 'none') return undefined;
  const { prompt, since } = lastTurn(messages);
  const calls = since.flatMap(toolCallsOf);
  const called = new Set(calls.map(({ name }) => name));
  const tool = wantedTools(toolUse, prompt).find(
    ({ name }) => toolUse.choice === 'required' || !called.has(name),
  );
  if (!tool) return undefined;
  const digest = createHash('sha256')
    .update(`${prompt} ${tool.name} ${String(calls.length)}`)
    .digest('hex');
  return {
    id: `call_demo_${digest.slice(0, 16)}`,
    name: tool.name,
    arguments: demoArguments(tool.parameters, prompt),
  };
}

function wantedTools({ tools, choice }: ToolUse, prompt: string): readonly Tool[] {
  if (typeof choice === 'object') return tools.filter(({ name }) => name === choice.name);
  const lower = prompt.toLowerCase();
  const placeOf = ({ name }: Tool): number => lower.indexOf(name.toLowerCase());
  const named = tools.filter((tool) => placeOf(tool) !== -1).sort((a, b) => placeOf(a) - placeOf(b));
  return named.length > 0 ? named : tools.slice(0, 1);
}

/** The demo model's reply to tool results; undefined if no tool was called. */
export function demoReplyToTools(messages: readonly Message[]): string | undefined {
  const results = lastTurn(messages).since.flatMap(toolResultsOf);
  if (results.length === 0) return undefined;
  const quotes = results.map(
    ({ name, text }) => `\`${name}\` returned:\n\n> ${text.replaceAll('\n', '\n> ')}`,
  );
  return ['**This is the Demo model.** It called your tools.', ...quotes].join('\n\n');
}

/** The last prompt of the user, and the messages after it. */
function lastTurn(messages: readonly Message[]): { prompt: string; since: readonly Message[] } {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[last];
  return { prompt: asked ? textOfMessage(asked) : '', since: messages.slice(last + 1) };
}
