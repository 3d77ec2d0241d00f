import fs from 'node:fs/promises';
import path from 'node:path';
import { OCR_LANGUAGES } from '@promptwell/documents';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, utcDay, withinTime } from '~/core/shared/clock';
import {
  databaseSize,
  readBackupReport,
  readDisk,
  readReconciliation,
} from '~/features/operations/index.server';
import { listProviders } from '~/features/models/index.server';
import type { Services } from '~/services';
import { formatBytes } from '~/ui/format-count';
import type { Health, HealthCheck } from './schema';

const MEGABYTE = 1024 * 1024;
const LOW_DISK_BYTES = 2_048 * MEGABYTE;
const FULL_DISK_BYTES = 300 * MEGABYTE;
const LONG_QUEUE = 50;
const PROVIDER_TIMEOUT_MS = 8 * SECOND_MS;
/** The books are proved every hour. */
const LATE_RECONCILIATION_MS = 3 * HOUR_MS;
/** An email that could not be sent is tried again every minute. */
const LATE_MAIL_MS = 10 * MINUTE_MS;
/** Below this a failure or two says nothing about a provider. */
const FEW_CALLS = 5;

type Check = (services: Services) => Promise<HealthCheck | HealthCheck[]>;

/** What’s wrong with this installation and how to fix it. Asks nobody outside, unless `isThorough`. */
export async function checkHealth(
  services: Services,
  { isThorough = false }: { isThorough?: boolean } = {},
): Promise<Health> {
  const wanted = isThorough ? [...CHECKS, checkReaders, checkReachable] : CHECKS;
  const found = await Promise.all(wanted.map((check) => attempt(check, services)));
  const checks = found.flat();
  return { isHealthy: checks.every(({ state }) => state !== 'bad'), checks };
}

/** A check that fails is a finding of its own. */
async function attempt(check: Check, services: Services): Promise<HealthCheck | HealthCheck[]> {
  try {
    return await check(services);
  } catch (err) {
    services.log.error({ err, check: check.name }, 'a health check failed');
    return bad('check', 'Health checks', 'A check could not be completed.', 'See the server log.');
  }
}

type Finding = (key: string, title: string, message: string, fix?: string) => HealthCheck;
const finding =
  (state: HealthCheck['state']): Finding =>
  (key, title, message, fix) => ({ key, title, state, message, fix: fix ?? null });
const good = finding('good');
const warn = finding('warn');
const bad = finding('bad');

async function checkDatabase({ prisma, env }: Services): Promise<HealthCheck> {
  const migrations = await prisma.$queryRaw<{ count: bigint }[]>`SELECT count(*) AS count FROM _migration`;
  const bytes = await databaseSize(env);
  return good(
    'database',
    'Database',
    `Responding. ${String(migrations[0]?.count ?? 0)} migrations, ${formatBytes(bytes)}.`,
  );
}

async function checkBooks(services: Services): Promise<HealthCheck> {
  const report = await readReconciliation(services);
  const title = 'Books';
  if (!report)
    return warn('books', title, 'Not checked yet.', 'Wait a minute: the server checks them at its start.');
  if (!report.isOk)
    return bad(
      'books',
      title,
      `The last check found ${String(report.faults.length)} ${report.faults.length === 1 ? 'problem' : 'problems'}.`,
      'See Billing ($) for details, keep a backup, and don’t grant credit until the cause is known.',
    );
  if (services.clock() - Date.parse(report.at) > LATE_RECONCILIATION_MS)
    return warn(
      'books',
      title,
      'The last check was more than 3 hours ago.',
      'Look for “maintenance failed” in the server log.',
    );
  return good('books', title, 'All ledger checks passed.');
}

async function checkDisk({ env }: Services): Promise<HealthCheck> {
  const { freeBytes: free } = await readDisk(env.DATA_DIR);
  const message = `${formatBytes(free)} free for ${env.DATA_DIR}.`;
  const fix = 'Remove old backups, or move DATA_DIR to a larger volume.';
  if (free < FULL_DISK_BYTES) return bad('disk', 'Disk', message, fix);
  return free < LOW_DISK_BYTES ? warn('disk', 'Disk', message, fix) : good('disk', 'Disk', message);
}

async function checkBackups(services: Services): Promise<HealthCheck> {
  const { BACKUP_EVERY_HOURS: everyHours } = services.env;
  const report = await readBackupReport(services);
  const title = 'Backups';
  if (everyHours === 0)
    return warn(
      'backups',
      title,
      'Scheduled backups are off.',
      'Set BACKUP_EVERY_HOURS, or run npm run db:backup on your own schedule.',
    );
  if (!report)
    return warn('backups', title, 'None yet.', 'The first one is made ten minutes after the server starts.');
  if (!report.isOk)
    return bad(
      'backups',
      title,
      `The last backup failed: ${report.message ?? 'see the log'}`,
      'See the log.',
    );
  if (services.clock() - Date.parse(report.at) > 2 * everyHours * HOUR_MS + DAY_MS)
    return warn(
      'backups',
      title,
      `The last one was made on ${report.at.slice(0, 10)}.`,
      'See the server log.',
    );
  return good('backups', title, `The last one was complete: ${report.file ?? report.at}.`);
}

async function checkMail({ env, prisma, clock }: Services): Promise<HealthCheck> {
  if (env.SMTP_URL === undefined)
    return warn(
      'mail',
      'Email',
      `SMTP_URL is not set: emails are saved in ${path.join(env.DATA_DIR, 'mail')}, and no one receives them.`,
      'Set SMTP_URL and MAIL_FROM, restart, and send a test email from here.',
    );
  const dueAt = { gt: BigInt(clock() - DAY_MS), lt: BigInt(clock() - LATE_MAIL_MS) };
  const waiting = await prisma.mail.count({ where: { sentAt: null, dueAt } });
  if (waiting > 0)
    return bad(
      'mail',
      'Email',
      `${String(waiting)} ${waiting === 1 ? 'email' : 'emails'} could not be sent since yesterday.`,
      'Check SMTP_URL, and send a test email from here to see what the mail server says.',
    );
  return good('mail', 'Email', `Sent by SMTP. The sender is ${env.MAIL_FROM}.`);
}

async function checkAddress({ env }: Services): Promise<HealthCheck> {
  const title = 'Address';
  const { APP_URL: url, HOST: host } = env;
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
  if (url === undefined)
    return Promise.resolve(
      isLocal
        ? good('address', title, 'Only this machine can reach the server.')
        : warn(
            'address',
            title,
            `The server listens on ${host}, but APP_URL is not set.`,
            'Set APP_URL to the public address.',
          ),
    );
  if (url.startsWith('https:')) return Promise.resolve(good('address', title, url));
  return Promise.resolve(
    warn(
      'address',
      title,
      `${url} is not https: passwords are sent unencrypted.`,
      'Put a reverse proxy with a certificate in front. docs/self-hosting.md has samples.',
    ),
  );
}

async function checkQueue({ prisma }: Services): Promise<HealthCheck> {
  const [running, queued] = await Promise.all([
    prisma.baiqlExecution.count({ where: { status: 'running' } }),
    prisma.baiqlExecution.count({ where: { status: 'queued' } }),
  ]);
  const message = `${String(running)} ${running === 1 ? 'run' : 'runs'} in progress, ${String(queued)} waiting.`;
  return queued > LONG_QUEUE
    ? warn('queue', 'Queue', message, 'Raise BAIQL_WORKERS, or wait.')
    : good('queue', 'Queue', message);
}

async function checkOcr(): Promise<HealthCheck> {
  return Promise.resolve(good('ocr', 'OCR languages', `Installed: ${OCR_LANGUAGES.join(', ')}.`));
}

async function checkProviders(services: Services): Promise<HealthCheck> {
  const providers = (await listProviders(services)).filter(({ isActive }) => isActive);
  const unreadable = providers.filter(({ keySource }) => keySource === 'unreadable');
  if (unreadable.length > 0)
    return bad(
      'providers',
      'Providers',
      `The stored key of ${unreadable.map(({ name }) => name).join(', ')} can’t be decrypted.`,
      'The session secret has changed since the key was entered. Enter the key again under Model Management.',
    );
  const failing = await failingProviders(services, providers);
  if (failing.length > 0)
    return warn(
      'providers',
      'Providers',
      `Most calls since yesterday have failed: ${failing.join(', ')}.`,
      'Select “Check everything” to see what the provider says. Activity lists the failed requests.',
    );
  const ready = providers.filter(({ isSetUp }) => isSetUp).map(({ name }) => name);
  return ready.length === 0
    ? warn('providers', 'Providers', 'None is set up.', 'Enter a key under Model Management.')
    : good('providers', 'Providers', `Set up: ${ready.join(', ')}.`);
}

/** Each provider that failed more often than not, with its figures: "Gemini (5 of 5)". */
async function failingProviders(
  { prisma, clock }: Services,
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
    const isFailing = calls >= FEW_CALLS && failures * 2 > calls;
    return isFailing && name !== undefined ? [`${name} (${String(failures)} of ${String(calls)})`] : [];
  });
}

const CHECKS: readonly Check[] = [
  checkDatabase,
  checkBooks,
  checkDisk,
  checkBackups,
  checkMail,
  checkAddress,
  checkProviders,
  checkQueue,
  checkOcr,
];

/** Asks each provider for its models, which costs nothing. */
async function checkReachable(services: Services): Promise<HealthCheck[]> {
  const ready = (await listProviders(services)).filter(({ isActive, isSetUp }) => isActive && isSetUp);
  return Promise.all(
    ready.map(async ({ key, name }) => {
      const provider = services.providers.get(key);
      const title = `Provider ${name}`;
      let failure: string | undefined;
      const listing = provider
        ? provider.listModels().catch((error: unknown) => {
            failure = error instanceof Error ? error.message : 'It did not answer.';
          })
        : Promise.resolve();
      const isInTime = await withinTime(listing, PROVIDER_TIMEOUT_MS);
      const fix = 'Check its key and address under Model Management, and this server’s internet connection.';
      if (!isInTime) return bad(`provider-${key}`, title, 'It did not answer within 8 seconds.', fix);
      return failure === undefined
        ? good(`provider-${key}`, title, 'Reachable.')
        : bad(`provider-${key}`, title, failure, fix);
    }),
  );
}

/** The smallest PDF that says something. */
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

/** Reads a document in a child process, as everything that people upload is read. */
async function checkReaders({ baiql, env }: Services): Promise<HealthCheck> {
  const folder = await fs.mkdtemp(path.join(env.DATA_DIR, 'health-'));
  try {
    const file = path.join(folder, 'sample.pdf');
    await fs.writeFile(file, SAMPLE_PDF);
    const { text, ms } = await baiql.previews.read(file);
    if (text.trim() === 'Readable')
      return good('readers', 'Document readers', `A sample was read in ${String(ms)} ms.`);
    return bad(
      'readers',
      'Document readers',
      'The sample was not read correctly.',
      'Reinstall the packages: npm ci.',
    );
  } catch (error) {
    return bad(
      'readers',
      'Document readers',
      `The sample could not be read: ${error instanceof Error ? error.message : 'unknown'}`,
      'Reinstall the packages (npm ci), and make sure the server may start child processes.',
    );
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
