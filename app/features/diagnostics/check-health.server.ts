import fs from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { OCR_LANGUAGES } from '@promptwell/documents';
import { withTemporaryFolder } from '~/core/server/temporary-folder.server';
import { DAY_MS, HOUR_MS, SECOND_MS, utcDay, withinTime } from '~/core/shared/clock';
import {
  newestBackup,
  readBackupReport,
  readDisk,
  readReconciliation,
} from '~/features/operations/index.server';
import { checkMail } from './check-mail.server';
import { findingsFor } from './finding';
import { openedAddress } from './opened-address.server';
import { listProviders } from '~/features/models/index.server';
import type { DiagnosticsDeps } from './deps.server';
import { formatBytes, formatCount, formatCountOf } from '~/ui/format-count';
import type { Health, HealthCheck } from './schema';

const MEGABYTE = 1024 * 1024;
const LOW_DISK_BYTES = 2_048 * MEGABYTE;
const FULL_DISK_BYTES = 300 * MEGABYTE;
const LONG_QUEUE = 50;
const PROVIDER_TIMEOUT_MS = 8 * SECOND_MS;
/** The ledger is reconciled hourly. */
const LATE_RECONCILIATION_MS = 3 * HOUR_MS;
/** With fewer requests, a failure isn't significant. */
const MIN_CALLS = 5;

type Found = HealthCheck | HealthCheck[];
type Check = (services: DiagnosticsDeps, options: CheckOptions) => Found | Promise<Found>;

interface CheckOptions {
  isThorough?: boolean;
  /** Its URL and headers show the server's public address. */
  request?: Request;
}

/** Checks the installation and suggests fixes. Sends no external requests unless `isThorough`. */
export async function checkHealth(services: DiagnosticsDeps, options: CheckOptions = {}): Promise<Health> {
  const wanted = options.isThorough ? [...CHECKS, checkReaders, checkReachable] : CHECKS;
  const found = await Promise.all(wanted.map((check) => attempt(check, services, options)));
  const checks = found.flat();
  return { isHealthy: checks.every(({ state }) => state !== 'bad'), checks };
}

/** A check that throws becomes a finding. */
async function attempt(check: Check, services: DiagnosticsDeps, options: CheckOptions): Promise<Found> {
  try {
    return await check(services, options);
  } catch (err) {
    services.log.error({ err, check: check.name }, 'a health check failed');
    return findingsFor('check', 'Health checks').bad(
      'A check could not be completed.',
      'See the server log.',
    );
  }
}

async function checkDatabase({ database }: Pick<DiagnosticsDeps, 'database'>): Promise<HealthCheck> {
  const { good } = findingsFor('database', 'Database');
  const { name, migrations, sizeBytes } = await database.describe();
  return good(`${name} responds. ${formatCountOf(migrations, 'migration')}, ${formatBytes(sizeBytes)}.`);
}

/** Empty unless charges are pending. */
function checkBookings({ bookings }: Pick<DiagnosticsDeps, 'bookings'>): HealthCheck[] {
  const { bad } = findingsFor('bookings', 'Charges');
  if (bookings.waiting === 0) return [];
  return [
    bad(
      `${formatCountOf(bookings.waiting, 'request')} can’t be charged now, and no new ones are sent.`,
      'Make room on the disk of DATA_DIR. Don’t restart the server before: what waits would be lost.',
    ),
  ];
}

async function checkBooks(services: Pick<DiagnosticsDeps, 'clock' | 'prisma'>): Promise<HealthCheck> {
  const { good, warn, bad } = findingsFor('books', 'Books');
  const report = await readReconciliation(services);
  if (!report) return warn('Not checked yet.', 'Wait a minute: the server checks them at its start.');
  if (!report.isOk)
    return bad(
      `The last check found ${formatCountOf(report.faults.length, 'problem')}.`,
      'See Billing ($) for details, keep a backup, and don’t grant credit until the cause is known.',
    );
  if (services.clock() - Date.parse(report.at) > LATE_RECONCILIATION_MS)
    return warn(
      'The last check was more than 3 hours ago.',
      'Look for “maintenance failed” in the server log.',
    );
  return good('All ledger checks passed.');
}

async function checkDisk({ env }: Pick<DiagnosticsDeps, 'env'>): Promise<HealthCheck> {
  const { good, warn, bad } = findingsFor('disk', 'Disk');
  const { freeBytes: free } = await readDisk(env.DATA_DIR);
  const message = `${formatBytes(free)} free for ${env.DATA_DIR}.`;
  const fix = 'Remove old backups, or move DATA_DIR to a larger volume.';
  if (free < FULL_DISK_BYTES) return bad(message, fix);
  return free < LOW_DISK_BYTES ? warn(message, fix) : good(message);
}

/** Writes a test file, because permissions don't show a full quota or a read-only volume. */
async function checkFiles({ env }: Pick<DiagnosticsDeps, 'env'>): Promise<HealthCheck> {
  const { good, bad } = findingsFor('files', 'Files');
  const folder = path.join(env.DATA_DIR, 'files');
  const probe = path.join(folder, `.probe-${randomUUID()}`);
  try {
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(probe, 'Promptwell checks that it can write here.');
    await fs.rm(probe);
    return good('Files can be saved.');
  } catch (error) {
    await fs.rm(probe, { force: true }).catch(() => undefined);
    return bad(
      `Nothing can be written to ${folder}: ${error instanceof Error ? error.message : 'unknown'}`,
      'Give the folder to the user that runs the server, and check that its volume is not read-only or full.',
    );
  }
}

async function checkBackups(
  services: Pick<DiagnosticsDeps, 'env' | 'clock' | 'prisma'>,
): Promise<HealthCheck> {
  const { good, warn, bad } = findingsFor('backups', 'Backups');
  const { BACKUP_EVERY_HOURS: everyHours } = services.env;
  const report = await readBackupReport(services);
  const newest = newestBackup(services.env);
  if (everyHours === 0)
    return warn(
      `Scheduled backups are off. ${newest ? `The newest backup is ${newest.name}.` : 'There is no backup.'}`,
      'Set BACKUP_EVERY_HOURS, or run npm run db:backup on your own schedule.',
    );
  if (!report) {
    const first = 'The first scheduled one is made ten minutes after the server starts.';
    return newest ? good(`The newest one is ${newest.name}. ${first}`) : warn('None yet.', first);
  }
  if (!report.isOk) return bad(`The last backup failed: ${report.message ?? 'see the log'}`, 'See the log.');
  if (services.clock() - Date.parse(report.at) > 2 * everyHours * HOUR_MS + DAY_MS)
    return bad(`The last one was made on ${report.at.slice(0, 10)}.`, 'See the server log.');
  return good(`The last one was complete: ${report.file ?? report.at}.`);
}

function checkAddress({ env, proxyWatch, siteUrl }: DiagnosticsDeps, { request }: CheckOptions): HealthCheck {
  const { good, warn } = findingsFor('address', 'Address');
  const { APP_URL: url, HOST: host } = env;
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  const opened = request && openedAddress(request);
  const ours = url ?? siteUrl();
  if (opened && opened.hostname !== new URL(ours).hostname)
    return warn(
      `You opened this server as ${opened.host}, but APP_URL is ${url ?? 'not set'}: links in emails lead to ${ours}.`,
      url === undefined
        ? 'Set APP_URL to the public address, and restart.'
        : `If ${opened.host} is the public name, put it into APP_URL and restart.`,
    );
  if (url === undefined && (proxyWatch.lastUntrusted() || env.TRUST_PROXY !== 0))
    return warn(
      `Requests come through a proxy, but APP_URL is not set: links in emails lead to ${siteUrl()}.`,
      'Set APP_URL to the public address, and restart.',
    );
  if (url === undefined)
    return isLocal
      ? good(`The server listens on ${host}: only this machine, or a proxy on it, can reach it.`)
      : warn(`The server listens on ${host}, but APP_URL is not set.`, 'Set APP_URL to the public address.');
  if (url.startsWith('https:')) return good(url);
  return warn(
    `${url} is not https: passwords are sent unencrypted.`,
    'Put a reverse proxy with a certificate in front. docs/self-hosting.md has samples.',
  );
}

/** Empty if no proxy was seen. */
function checkProxy({ env, proxyWatch }: Pick<DiagnosticsDeps, 'env' | 'proxyWatch'>): HealthCheck[] {
  const { good, warn } = findingsFor('proxy', 'Proxy');
  const untrusted = proxyWatch.lastUntrusted();
  const isTrusting = env.TRUST_PROXY !== 0;
  if (!untrusted) return isTrusting ? [good('X-Forwarded-For is read as TRUST_PROXY says.')] : [];
  const { peer, atMs } = untrusted;
  const at = `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return [
    isTrusting
      ? warn(
          `A request came with X-Forwarded-For from ${peer}, which TRUST_PROXY doesn’t include, on ${at}.`,
          'If that is a proxy of yours, add its address to TRUST_PROXY and restart. Otherwise there is nothing to do: the header was ignored.',
        )
      : warn(
          `Requests come with X-Forwarded-For (from ${peer}, on ${at}), but TRUST_PROXY is not set. Visitors then share the address of the proxy, and one of them can use up everyone’s login attempts.`,
          'If a proxy is in front of this server, set TRUST_PROXY and restart. docs/self-hosting.md says to what.',
        ),
  ];
}

async function checkQueue({ prisma }: Pick<DiagnosticsDeps, 'prisma'>): Promise<HealthCheck> {
  const { good, warn } = findingsFor('queue', 'Queue');
  const [running, queued] = await Promise.all([
    prisma.baiqlExecution.count({ where: { status: 'running' } }),
    prisma.baiqlExecution.count({ where: { status: 'queued' } }),
  ]);
  const message = `${formatCountOf(running, 'run')} in progress, ${formatCount(queued)} waiting.`;
  return queued > LONG_QUEUE ? warn(message, 'Raise BAIQL_WORKERS, or wait.') : good(message);
}

function checkOcr(): HealthCheck {
  const { good } = findingsFor('ocr', 'OCR languages');
  return good(`Installed: ${OCR_LANGUAGES.join(', ')}.`);
}

async function checkProviders(
  services: Pick<
    DiagnosticsDeps,
    'env' | 'clock' | 'prisma' | 'providers' | 'catalogue' | 'providerKeys' | 'stats'
  >,
): Promise<HealthCheck> {
  const { good, warn, bad } = findingsFor('providers', 'Providers');
  const providers = (await listProviders(services)).filter(({ isActive }) => isActive);
  const unreadable = providers.filter(({ keySource }) => keySource === 'unreadable');
  if (unreadable.length > 0)
    return bad(
      `The stored key of ${unreadable.map(({ name }) => name).join(', ')} can’t be decrypted.`,
      'The session secret has changed since the key was entered. Enter the key again under Model Management.',
    );
  const down = providers.flatMap(({ key, name }) => {
    const found = services.stats.recentRequests.failing(key);
    if (!found) return [];
    const at = `${new Date(found.atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    return [
      `${name}: ${String(found.faults)} of the last ${String(found.calls)} calls failed. Last, at ${at}: ${found.message}`,
    ];
  });
  if (down.length > 0)
    return bad(
      down.join(' '),
      'Check the provider’s key, credit and address under Model Management, and its status page.',
    );
  const failing = await failingProviders(services, providers);
  if (failing.length > 0)
    return warn(
      `Most calls since yesterday have failed: ${failing.join(', ')}.`,
      'Select “Check everything” to see what the provider says. Activity lists the failed requests.',
    );
  const ready = providers.filter(({ isSetUp }) => isSetUp).map(({ name }) => name);
  return ready.length === 0
    ? warn('None is set up.', 'Enter a key under Model Management.')
    : good(`Set up: ${ready.join(', ')}.`);
}

/** Providers with more failures than successes: "Gemini (5 of 5)". */
async function failingProviders(
  { prisma, clock }: Pick<DiagnosticsDeps, 'clock' | 'prisma'>,
  providers: readonly { key: string; name: string }[],
): Promise<string[]> {
  const sums = await prisma.providerDay.groupBy({
    by: 'provider',
    where: { day: { gte: utcDay(clock() - DAY_MS) } },
    _sum: { calls: true, failures: true },
  });
  return sums.flatMap(({ provider, _sum }) => {
    const [calls, failures] = [_sum.calls ?? 0, _sum.failures ?? 0];
    const name = providers.find(({ key }) => key === provider)?.name;
    const isFailing = calls >= MIN_CALLS && failures * 2 > calls;
    return isFailing && name !== undefined ? [`${name} (${String(failures)} of ${String(calls)})`] : [];
  });
}

const CHECKS: readonly Check[] = [
  checkDatabase,
  checkBookings,
  checkBooks,
  checkDisk,
  checkFiles,
  checkBackups,
  checkMail,
  checkAddress,
  checkProxy,
  checkProviders,
  checkQueue,
  checkOcr,
];

/** Lists each provider's models, which is free of charge. */
async function checkReachable(
  services: Pick<DiagnosticsDeps, 'env' | 'prisma' | 'providers' | 'catalogue' | 'providerKeys'>,
): Promise<HealthCheck[]> {
  const ready = (await listProviders(services)).filter(({ isActive, isSetUp }) => isActive && isSetUp);
  return Promise.all(
    ready.map(async ({ key, name }) => {
      const provider = services.providers.get(key);
      const { good, bad } = findingsFor(`provider-${key}`, `Provider ${name}`);
      let failure: string | undefined;
      const listing = provider
        ? provider.listModels().catch((error: unknown) => {
            failure = error instanceof Error ? error.message : 'It did not answer.';
          })
        : Promise.resolve();
      const isInTime = await withinTime(listing, PROVIDER_TIMEOUT_MS);
      const fix = 'Check its key and address under Model Management, and this server’s internet connection.';
      if (!isInTime) return bad('It did not answer within 8 seconds.', fix);
      return failure === undefined ? good('Reachable.') : bad(failure, fix);
    }),
  );
}

/** A minimal PDF with text. */
const SAMPLE_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
5 0 obj<</Length 40>>stream
BT /F1 24 Tf 20 40 Td (Readable) Tj ET  
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`;

/** Reads a sample in a child process, like uploaded files. */
const checkReaders = ({ baiql, env }: Pick<DiagnosticsDeps, 'env' | 'baiql'>): Promise<HealthCheck> =>
  withTemporaryFolder(env, async (folder) => {
    const { good, bad } = findingsFor('readers', 'Document readers');
    try {
      const file = path.join(folder, 'sample.pdf');
      await fs.writeFile(file, SAMPLE_PDF);
      const { text, ms } = await baiql.previews.read(file);
      if (text.trim() === 'Readable') return good(`A sample was read in ${String(ms)} ms.`);
      return bad('The sample was not read correctly.', 'Reinstall the packages: npm ci.');
    } catch (error) {
      return bad(
        `The sample could not be read: ${error instanceof Error ? error.message : 'unknown'}`,
        'Reinstall the packages (npm ci), and make sure the server may start child processes.',
      );
    }
  });
