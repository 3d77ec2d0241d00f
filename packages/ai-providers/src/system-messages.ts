import type { Message, ProviderRequest, Warning } from './contract.js';
import { textOfMessage } from './message-parts.js';

/** The texts of all system messages, for vendors with one place for them, and the other messages. */
export function splitSystem(messages: readonly Message[]): { system: string[]; others: Message[] } {
  return {
    system: messages.filter(({ role }) => role === 'system').map(textOfMessage),
    others: messages.filter(({ role }) => role !== 'system'),
  };
}

/** A warning if joining the system messages changes the order. */
export function warningsForSystem({ model, messages }: ProviderRequest): Warning[] {
  const firstOther = messages.findIndex(({ role }) => role !== 'system');
  const isOrdered = messages.slice(Math.max(firstOther, 0)).every(({ role }) => role !== 'system');
  if (firstOther === -1 || isOrdered) return [];
  const message = `${model} takes system messages at the start only; all of them were joined there.`;
  return [{ setting: 'messages', message }];
}
