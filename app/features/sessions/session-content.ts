import { truncate } from '@promptwell/text/truncate';
import type { SessionInput } from './session-api';
import { threadText, type ThreadEntry } from './thread';

/** The page's content to save: thread, prompt field, and cost. */
export interface SessionContent {
  entries: readonly ThreadEntry[];
  /** In the account's history. */
  sessionId?: string | undefined;
  prompt: string;
  instructions: string;
  provider: string;
  model: string;
  totals: { requests: number; inputTokens: number; outputTokens: number; costUsd: number };
}

export const sessionInput = (title: string, content: SessionContent): SessionInput => ({
  Title: title,
  ...(content.sessionId === undefined ? {} : { SessionId: content.sessionId }),
  Provider: content.provider,
  Model: content.model,
  IoText: threadText(content.entries),
  PromptText: content.prompt,
  ThreadJson: JSON.stringify(content.entries),
  Instructions: content.instructions,
  SessionRequests: content.totals.requests,
  SessionTokensIn: content.totals.inputTokens,
  SessionTokensOut: content.totals.outputTokens,
  SessionTotalCostUsd: Number(content.totals.costUsd.toFixed(6)),
});

const SUGGESTED_CHARACTERS = 60;

/** A suggested name: the first words of the first message, or of the unsent prompt. */
export function suggestTitle({ entries, prompt }: Pick<SessionContent, 'entries' | 'prompt'>): string {
  const first = entries.findLast(({ role, text }) => role === 'user' && text.trim() !== '')?.text ?? prompt;
  const words = first.trim().split(/\s+/);
  let title = '';
  for (const word of words) {
    if (title.length + word.length + 1 > SUGGESTED_CHARACTERS) break;
    title = title === '' ? word : `${title} ${word}`;
  }
  return title === '' ? truncate(words[0] ?? '', SUGGESTED_CHARACTERS) : title;
}
