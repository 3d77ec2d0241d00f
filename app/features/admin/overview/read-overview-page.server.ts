import {
  addCounts,
  latencyQuantile,
  parseLatency,
  readBackupReport,
  readDisk,
} from '~/features/operations/index.server';
import { DAY_MS, utcDay } from '~/core/shared/clock';
import { ENDING_NOTICE_DAYS, listEndingModels } from '~/features/completions/index.server';
import type { Actor } from '~/core/server/session.server';
import type { AdminDeps } from '../deps.server';
import { readSetupSteps } from './setup-steps.server';
import { readOcrDaily, readOcrTopUsers, readOverview } from './read-metrics.server';

const OCR_CHART_DAYS = 14;
const OCR_TOP = { days: 30, limit: 10 };
const PROVIDER_DAYS = 7;

export interface ProviderFigures {
  provider: string;
  name: string;
  calls: number;
  failures: number;
  averageMs: number;
  /** Upper bound of the latency bucket; null if it is above the largest. */
  medianMs: number | null;
  p95Ms: number | null;
}

export async function readOverviewPage(
  services: Pick<
    AdminDeps,
    | 'env'
    | 'clock'
    | 'siteUrl'
    | 'prisma'
    | 'providers'
    | 'catalogue'
    | 'ledgerReports'
    | 'stats'
    | 'preferences'
  >,
  actor: Actor,
) {
  await services.stats.flush();
  const now = services.clock();
  const [setup, overview, daily, topUsers, providers, day, week, runs, queued, disk, backup, preferences] =
    await Promise.all([
      readSetupSteps(services),
      readOverview(services),
      readOcrDaily(services, OCR_CHART_DAYS),
      readOcrTopUsers(services, OCR_TOP),
      readProviders(services),
      services.ledgerReports.totalsSince(now - DAY_MS),
      services.ledgerReports.totalsSince(now - 7 * DAY_MS),
      services.prisma.baiqlExecution.count({ where: { status: 'running' } }),
      services.prisma.baiqlExecution.count({ where: { status: 'queued' } }),
      readDisk(services.env.DATA_DIR),
      readBackupReport(services),
      services.preferences.read(actor.userId),
    ]);
  const totals = ({ calls, paidMicroUsd, promoMicroUsd }: typeof day) => ({
    calls,
    paidMicroUsd: Number(paidMicroUsd),
    promoMicroUsd: Number(promoMicroUsd),
  });
  return {
    setup,
    ending: await listEndingModels(services),
    endingDays: ENDING_NOTICE_DAYS,
    overview,
    ocr: { daily, topUsers },
    providers,
    day: totals(day),
    week: totals(week),
    runs: { running: runs, queued },
    disk,
    backup: backup && { at: backup.at, isOk: backup.isOk },
    timeZone: preferences.PreferredTimezone,
    now: new Date(now).toISOString(),
  };
}

/**
 * Requests per provider in the last week. Failures are counted from the list that the figure links to; interrupted
 * completions that were partly charged aren't failures.
 */
async function readProviders({
  prisma,
  clock,
}: Pick<AdminDeps, 'clock' | 'prisma'>): Promise<ProviderFigures[]> {
  const [rows, known] = await Promise.all([
    prisma.providerDay.findMany({
      where: { day: { gte: utcDay(clock() - (PROVIDER_DAYS - 1) * DAY_MS) } },
    }),
    prisma.aiProvider.findMany({ select: { key: true, name: true } }),
  ]);
  const titles = new Map(known.map(({ key, name }) => [key, name]));
  const names = [...new Set(rows.map(({ provider }) => provider))].sort();
  const at = { gte: BigInt(clock() - PROVIDER_DAYS * DAY_MS) };
  const failures = await Promise.all(
    names.map((provider) => prisma.ledgerUncharged.count({ where: { provider, at } })),
  );
  return names.map((provider, index) => {
    const own = rows.filter((row) => row.provider === provider);
    const calls = own.reduce((sum, row) => sum + row.calls, 0);
    const latency = own.reduce<readonly number[]>(
      (sum, row) => addCounts(sum, parseLatency(row.latency)),
      [],
    );
    return {
      provider,
      name: titles.get(provider) ?? provider,
      calls,
      failures: failures[index] ?? 0,
      averageMs: calls === 0 ? 0 : Number(own.reduce((sum, row) => sum + row.totalMs, 0n)) / calls,
      medianMs: latencyQuantile(latency, 0.5),
      p95Ms: latencyQuantile(latency, 0.95),
    };
  });
}
