import type { Prisma } from '@prisma/client';
import type { DocumentReader } from '@promptwell/documents';
import { Histogram, Registry } from 'prom-client';
import { utcDay, type Clock } from '~/core/shared/clock';
import type { PrismaClient } from '~/core/db/app-database';
import { createRecentRequests, type RecentRequests } from './recent-requests';
import type { TracedDetails } from './gen-ai-attributes';
import { addCounts, LATENCY_BOUNDS_MS, latencyBucket, parseLatency } from './latency';

interface ProviderCounts {
  calls: number;
  failures: number;
  totalMs: number;
  latency: number[];
}

interface RequestOutcome {
  provider: string;
  isFailure: boolean;
  ms: number;
  /** The error of a failed request. */
  error?: unknown;
  /** Only for traces. */
  details?: TracedDetails;
}

interface OcrCounts {
  count: number;
  chars: number;
  ms: number;
}

/**
 * Counts provider requests and documents read by OCR, for the console and `/metrics`. Counted in memory and added to
 * the day's rows every minute, so that a paid request needs no extra write.
 */
export interface Stats {
  /** The same counts as Prometheus metrics, since the start. */
  registry: Registry;
  recordRequest(call: RequestOutcome): void;
  recentRequests: RecentRequests;
  /** Called after each provider request, in the context of the HTTP request that caused it; for traces. */
  onRequest(listener: (call: RequestOutcome) => void): void;
  recordOcr(reading: { userId: string; chars: number; ms: number }): void;
  flush(): Promise<void>;
}

export function createStats({ prisma, clock }: { prisma: PrismaClient; clock: Clock }): Stats {
  const registry = new Registry();
  const seconds = new Histogram({
    name: 'promptwell_provider_call_duration_seconds',
    help: 'Calls to providers of models, by how they ended.',
    labelNames: ['provider', 'outcome'],
    buckets: LATENCY_BOUNDS_MS.map((ms) => ms / 1000),
    registers: [registry],
  });
  const recentRequests = createRecentRequests(clock);
  let providers = new Map<string, ProviderCounts>();
  let readings = new Map<string, OcrCounts>();
  const listeners: ((call: RequestOutcome) => void)[] = [];
  const keyOf = (name: string): string => `${utcDay(clock())} ${name}`;

  return {
    registry,
    recentRequests,
    onRequest: (listener) => {
      listeners.push(listener);
    },
    recordRequest(outcome) {
      const { provider, isFailure, ms } = outcome;
      for (const listener of listeners) listener(outcome);
      recentRequests.note(provider, outcome.error);
      seconds.observe({ provider, outcome: isFailure ? 'failed' : 'ok' }, ms / 1000);
      const key = keyOf(provider);
      const counts = providers.get(key) ?? { calls: 0, failures: 0, totalMs: 0, latency: [] };
      counts.calls += 1;
      counts.failures += isFailure ? 1 : 0;
      counts.totalMs += Math.round(ms);
      const bucket = latencyBucket(ms);
      counts.latency[bucket] = (counts.latency[bucket] ?? 0) + 1;
      providers.set(key, counts);
    },
    recordOcr({ userId, chars, ms }) {
      const key = keyOf(userId);
      const counts = readings.get(key) ?? { count: 0, chars: 0, ms: 0 };
      readings.set(key, {
        count: counts.count + 1,
        chars: counts.chars + chars,
        ms: counts.ms + Math.round(ms),
      });
    },
    async flush() {
      if (providers.size === 0 && readings.size === 0) return;
      const [calls, pages] = [providers, readings];
      providers = new Map();
      readings = new Map();
      await prisma.$transaction(async (tx) => {
        for (const [key, counts] of calls) await addCalls(tx, key, counts);
        for (const [key, counts] of pages) await addReadings(tx, key, counts);
      });
    },
  };
}

const partsOf = (key: string): [day: string, name: string] => [key.slice(0, 10), key.slice(11)];

async function addCalls(
  tx: Prisma.TransactionClient,
  key: string,
  { calls, failures, totalMs, latency }: ProviderCounts,
): Promise<void> {
  const [day, provider] = partsOf(key);
  const where = { day_provider: { day, provider } };
  const before = await tx.providerDay.findUnique({ where });
  const sum = JSON.stringify(addCounts(parseLatency(before?.latency), latency));
  await tx.providerDay.upsert({
    where,
    create: { day, provider, calls, failures, totalMs, latency: sum },
    update: {
      calls: { increment: calls },
      failures: { increment: failures },
      totalMs: { increment: totalMs },
      latency: sum,
    },
  });
}

/** Skips accounts deleted within the last minute. */
async function addReadings(tx: Prisma.TransactionClient, key: string, counts: OcrCounts): Promise<void> {
  const [day, userId] = partsOf(key);
  if ((await tx.user.count({ where: { id: userId, deletedAt: null } })) === 0) return;
  const { count, chars, ms } = counts;
  await tx.ocrDay.upsert({
    where: { day_userId: { day, userId } },
    create: { day, userId, ...counts },
    update: { count: { increment: count }, chars: { increment: chars }, ms: { increment: ms } },
  });
}

/** User files are in folders named by user id. */
const OWNER = /[\\/]files[\\/]([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[\\/]/;

/** Wraps a reader to count what it reads by OCR for the user who owns the file. */
export const countingReader = (reader: DocumentReader, stats: Pick<Stats, 'recordOcr'>): DocumentReader => ({
  ...reader,
  async read(filePath, options) {
    const result = await reader.read(filePath, options);
    const userId = OWNER.exec(filePath)?.[1];
    if (result.ocrUsed && userId !== undefined)
      stats.recordOcr({ userId, chars: result.text.length, ms: result.ms });
    return result;
  },
});
