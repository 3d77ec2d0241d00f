import { randomUUID } from 'node:crypto';
import type { SessionTurn } from '@prisma/client';
import { truncate } from '@promptwell/text/truncate';
import { z } from '~/core/shared/zod';
import { parseThread, type ThreadEntry } from '../thread';

/** The columns of an exchange that come from its entries. */
export type ExchangeColumns = Omit<SessionTurn, 'number' | 'userId' | 'sessionId'>;

const MAX_KEY_CHARACTERS = 200;
const sentSchema = z.object({
  key: z.string().min(1).max(MAX_KEY_CHARACTERS).optional(),
  doNotStoreContent: z.boolean().optional(),
});
const sentOf = (entry: ThreadEntry | undefined) => sentSchema.safeParse(entry?.sent).data ?? {};

/** Whether a message was sent with “Don’t store”. */
export const isUnstored = (entries: readonly ThreadEntry[]): boolean =>
  entries.some((entry) => sentOf(entry).doNotStoreContent === true);

/** A time outside the range of Date counts as none. */
export const timeOf = (entries: readonly ThreadEntry[]): number | undefined => {
  const atMs = entries[0]?.atMs;
  return atMs !== undefined && Math.abs(atMs) <= 8.64e15 ? atMs : undefined;
};

/** What a client may state, at most. */
const MAX_COUNT = 2_000_000_000;
const countOf = (value: number): number =>
  Number.isFinite(value) ? Math.round(Math.min(Math.max(value, 0), MAX_COUNT)) : 0;

export function exchangeColumns(
  entries: readonly ThreadEntry[],
  { key, sentAtMs }: { key: string; sentAtMs: number },
): ExchangeColumns {
  const replies = entries.flatMap(({ reply }) => reply ?? []);
  const sum = (of: (usage: (typeof replies)[number]['usage']) => number): number =>
    replies.reduce((total, { usage }) => total + countOf(of(usage)), 0);
  const json = JSON.stringify(entries);
  return {
    key,
    sentAt: new Date(sentAtMs),
    tokensIn: sum(({ inputTokens }) => inputTokens),
    tokensOut: sum(({ outputTokens }) => outputTokens),
    cost: BigInt(sum(({ costUsd }) => costUsd * 1_000_000)),
    requests: replies.length,
    size: Buffer.byteLength(json),
    opening: openingOf(entries[0]?.text ?? ''),
    entries: json,
  };
}

const OPENING_CHARACTERS = 120;
const openingOf = (message: string): string =>
  truncate(
    message
      .slice(0, 4 * OPENING_CHARACTERS)
      .replace(/\s+/gu, ' ')
      .trim(),
    OPENING_CHARACTERS,
  );

/**
 * The exchanges of a thread, oldest first. A message that names no time follows the one before it, and one that names no
 * key, or another's, gets its own.
 */
export function exchangesOf(threadJson: string, nowMs: number): ExchangeColumns[] {
  if (threadJson === '' || !parseThread(threadJson)) return [];
  // As they were sent: parsing adds defaults.
  const entries = JSON.parse(threadJson) as ThreadEntry[];
  const exchanges: ThreadEntry[][] = [];
  for (const entry of entries) {
    const last = exchanges.at(-1);
    if (entry.role === 'user' || !last) exchanges.push([entry]);
    else last.push(entry);
  }
  const times = exchanges.flatMap((each) => timeOf(each) ?? []);
  let sentAtMs = times.reduce((first, time) => Math.min(first, time), nowMs);
  const keys = new Set<string>();
  return exchanges.toReversed().map((each) => {
    sentAtMs = Math.max(sentAtMs, timeOf(each) ?? sentAtMs);
    const named = sentOf(each[0]).key;
    const key = named === undefined || keys.has(named) ? randomUUID() : named;
    keys.add(key);
    return exchangeColumns(each, { key, sentAtMs });
  });
}

/** The thread of these exchanges, which come newest first. */
export const threadJsonOf = (newestFirst: readonly Pick<SessionTurn, 'entries'>[]): string =>
  newestFirst.length === 0 ? '' : `[${newestFirst.map(({ entries }) => entries.slice(1, -1)).join(',')}]`;
