import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import type { OperationsDeps } from './deps.server';
import { readDisk } from './disk.server';
import { version } from '../../../package.json';
import { readReconciliation } from './job-reports.server';
import { newestBackup } from './make-backup.server';
import { MAX_MAIL_AGE_MS } from '~/features/mails/index.server';

type Deps = Pick<OperationsDeps, 'env' | 'clock' | 'prisma' | 'database' | 'bookings' | 'stats'>;

/** Serves `/metrics`, if enabled in the settings. */
export interface Metrics {
  observeRequest(request: ObservedRequest): void;
  /** Whether this `Authorization` header grants access. */
  isAuthorized(authorization: string | undefined): boolean;
  read(): Promise<{ contentType: string; text: string }>;
}

export interface ObservedRequest {
  method: string;
  status: number;
  kind: RequestKind;
  /** The matched route pattern, such as `/saved-prompts/:id`; never the URL itself. */
  route: string | undefined;
  ms: number;
}

/** `data`: Remix data requests and form submissions (`.data`). */
export type RequestKind = 'api' | 'page' | 'data' | 'file' | 'probe';

const REQUEST_BOUNDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(services: Deps): Metrics | undefined {
  const { METRICS_TOKEN: token, METRICS_PUBLIC: isPublic } = services.env;
  if (token === undefined && !isPublic) return undefined;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'promptwell_http_request_duration_seconds',
    help: 'Requests answered, by method, kind, pattern of the address and class of status.',
    labelNames: ['method', 'kind', 'route', 'status'],
    buckets: REQUEST_BOUNDS,
    registers: [registry],
  });
  addGauges(registry, services);
  const all = Registry.merge([registry, services.stats.registry]);
  return {
    observeRequest({ method, status, kind, route = 'unmatched', ms }) {
      requests.observe({ method, kind, route, status: `${String(Math.floor(status / 100))}xx` }, ms / 1000);
    },
    isAuthorized: (authorization) =>
      isPublic || (token !== undefined && isEqualConstantTime(authorization ?? '', `Bearer ${token}`)),
    read: async () => ({ contentType: all.contentType, text: await all.metrics() }),
  };
}

/** Evaluated at scrape time. */
function addGauges(registers: Registry, services: Deps): void {
  const { prisma, env, clock } = services;
  /** A gauge without a value is omitted, because any placeholder would be taken for a value. */
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>): void => {
    new Gauge({
      name,
      help,
      registers: [registers],
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  };
  new Gauge({
    name: 'promptwell_build_info',
    help: '1, with the version that runs.',
    labelNames: ['version', 'node'],
    registers: [registers],
  }).set({ version, node: process.version }, 1);
  new Gauge({
    name: 'promptwell_database_info',
    help: '1, with the kind of the database (sqlite or postgres) and its version; absent while it can’t be read.',
    labelNames: ['kind', 'name'],
    registers: [registers],
    async collect() {
      this.reset();
      const found = await services.database.describe().catch(() => undefined);
      if (found) this.set({ kind: found.kind, name: found.name }, 1);
    },
  });
  const runs = (status: string) => () => prisma.baiqlExecution.count({ where: { status } });
  gauge('promptwell_runs_running', 'Batch runs in progress.', runs('running'));
  gauge('promptwell_runs_queued', 'Batch runs that wait.', runs('queued'));
  gauge('promptwell_disk_free_bytes', 'Free where DATA_DIR lies.', async () => {
    return (await readDisk(env.DATA_DIR)).freeBytes;
  });
  gauge('promptwell_backup_age_seconds', 'Since the newest backup; absent while there is none.', () => {
    const newest = newestBackup(env);
    return Promise.resolve(newest && Math.max(0, clock() - Date.parse(newest.at)) / 1000);
  });
  gauge('promptwell_mails_waiting', 'Emails that are due and not sent yet.', () =>
    prisma.mail.count({
      where: { sentAt: null, failedAt: null, dueAt: { gt: BigInt(clock() - MAX_MAIL_AGE_MS) } },
    }),
  );
  gauge('promptwell_mails_late', 'Emails that have been due for more than ten minutes.', () =>
    prisma.mail.count({
      where: {
        sentAt: null,
        failedAt: null,
        dueAt: { gt: BigInt(clock() - MAX_MAIL_AGE_MS), lt: BigInt(clock() - 10 * MINUTE_MS) },
      },
    }),
  );
  gauge('promptwell_mails_refused', 'Emails of the last day that the mail server refused for good.', () =>
    prisma.mail.count({ where: { failedAt: { gt: BigInt(clock() - DAY_MS) } } }),
  );
  gauge('promptwell_bookings_waiting', 'Calls that have ended and could not be booked yet.', () =>
    Promise.resolve(services.bookings.waiting),
  );
  gauge('promptwell_books_sound', '1 when the last check of the ledger found no fault.', async () => {
    const report = await readReconciliation(services);
    return report?.isOk === false ? 0 : 1;
  });
}

/** Compares in constant time. */
const isEqualConstantTime = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
