import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '~/services';
import { readDisk } from './disk.server';
import { readBackupReport, readReconciliation } from './duty-reports.server';

/** What `/metrics` gives; there is none unless a setting allows it. */
export interface Metrics {
  observeRequest(request: { method: string; status: number; kind: RequestKind; ms: number }): void;
  /** Whether whoever sends this `Authorization` header may read. */
  admits(authorization: string | undefined): boolean;
  read(): Promise<{ contentType: string; text: string }>;
}

type RequestKind = 'api' | 'page' | 'file';

const REQUEST_BOUNDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(services: Services): Metrics | undefined {
  const { METRICS_TOKEN: token, METRICS_PUBLIC: isPublic } = services.env;
  if (token === undefined && !isPublic) return undefined;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'promptwell_http_request_duration_seconds',
    help: 'Requests answered, by method, kind and class of status.',
    labelNames: ['method', 'kind', 'status'],
    buckets: REQUEST_BOUNDS,
    registers: [registry],
  });
  addGauges(registry, services);
  const all = Registry.merge([registry, services.stats.registry]);
  return {
    observeRequest({ method, status, kind, ms }) {
      requests.observe({ method, kind, status: `${String(Math.floor(status / 100))}xx` }, ms / 1000);
    },
    admits: (authorization) =>
      isPublic || (token !== undefined && isSame(authorization ?? '', `Bearer ${token}`)),
    read: async () => ({ contentType: all.contentType, text: await all.metrics() }),
  };
}

/** Read when they are asked for. */
function addGauges(registers: Registry, services: Services): void {
  const { prisma, env, clock } = services;
  const gauge = (name: string, help: string, read: () => Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers: [registers],
      async collect() {
        this.set(await read());
      },
    });
  };
  const age = (at: string | undefined): number => (at === undefined ? -1 : (clock() - Date.parse(at)) / 1000);
  const runs = (status: string) => () => prisma.baiqlExecution.count({ where: { status } });
  gauge('promptwell_runs_running', 'Batch runs in progress.', runs('running'));
  gauge('promptwell_runs_queued', 'Batch runs that wait.', runs('queued'));
  gauge('promptwell_disk_free_bytes', 'Free where DATA_DIR lies.', async () => {
    return (await readDisk(env.DATA_DIR)).freeBytes;
  });
  gauge('promptwell_backup_age_seconds', 'Since the last complete backup; -1: there is none.', async () => {
    const backup = await readBackupReport(services);
    return backup?.isOk ? age(backup.at) : -1;
  });
  gauge('promptwell_bookings_waiting', 'Calls that have ended and could not be booked yet.', () =>
    Promise.resolve(services.bookings.waiting),
  );
  gauge('promptwell_books_sound', '1 when the last check of the ledger found no fault.', async () => {
    const report = await readReconciliation(services);
    return report?.isOk === false ? 0 : 1;
  });
}

/** In a time that says nothing of how much fits. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest());
