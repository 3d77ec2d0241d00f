import os from 'node:os';
import { create as contentDisposition } from 'content-disposition';
import { pretty } from '~/core/shared/export-file';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import { readBackupReport, readReconciliation } from '~/features/operations/index.server';
import { listProviders } from '~/features/models/index.server';
import type { DiagnosticsDeps } from './deps.server';
import { version } from '../../../package.json';
import { checkHealth } from './check-health.server';

/** Settings whose values may be shown; for others, only that they are set. */
const SHOWN_SETTINGS: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'HOST',
  'PORT',
  'OPENAI_API',
  'DEMO_PROVIDER',
  'MODERATION',
  'MODERATION_ON_FAILURE',
  'HOME_COUNTRY',
  'TRUST_PROXY',
  'HSTS_INCLUDE_SUBDOMAINS',
  'LOG_LEVEL',
  'BAIQL_WORKERS',
  'BAIQL_KEEP_DAYS',
  'BACKUP_EVERY_HOURS',
  'BACKUP_KEEP',
]);

/** Replaced in texts, because they may identify a person, server or home folder. */
const SETTINGS_IN_TEXTS = ['MAIL_FROM', 'APP_URL', 'DATA_DIR'] as const;

/** Diagnostic data for support, without secrets, prompts or personal data. */
export async function makeSupportBundle(services: DiagnosticsDeps, actor: Actor): Promise<Response> {
  const { prisma, env, clock } = services;
  await services.stats.flush();
  await writeAudit(prisma, services, actor, { action: 'diagnostics.bundle', subject: 'support' });
  const [health, reconciliation, backup, providers, providerDays, users, runs, described] = await Promise.all(
    [
      checkHealth(services),
      readReconciliation(services),
      readBackupReport(services),
      listProviders(services),
      prisma.providerDay.findMany({ orderBy: { day: 'desc' }, take: 100 }),
      prisma.user.count({ where: { deletedAt: null } }),
      prisma.baiqlExecution.groupBy({ by: 'status', _count: { _all: true } }),
      services.database.describe(),
    ],
  );
  const bundle = {
    madeAt: new Date(clock()).toISOString(),
    promptwell: version,
    node: process.version,
    platform: `${os.platform()} ${os.release()} ${os.arch()}`,
    processors: os.cpus().length,
    memory: { totalBytes: os.totalmem(), freeBytes: os.freemem(), process: process.memoryUsage() },
    uptimeSeconds: Math.round(process.uptime()),
    settings: Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, SHOWN_SETTINGS.has(name) ? value : 'set']),
    ),
    health,
    reconciliation,
    backup,
    database: {
      name: described.name,
      bytes: described.sizeBytes,
      users,
      runs: runs.map(({ status, _count }) => ({ status, count: _count._all })),
    },
    providers: providers.map(({ key, protocol, isActive, isSetUp, keySource }) => ({
      key,
      protocol,
      isActive,
      isSetUp,
      keySource,
    })),
    providerDays: providerDays.map(({ totalMs, ...row }) => ({ ...row, totalMs: Number(totalMs) })),
  };
  let text = pretty(bundle);
  for (const name of SETTINGS_IN_TEXTS) {
    const value = env[name];
    if (value !== undefined) text = text.replaceAll(JSON.stringify(value).slice(1, -1), name);
  }
  return new Response(text, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': contentDisposition('promptwell-support.json'),
      'Cache-Control': 'no-store',
    },
  });
}

/**
 * Sends a test mail to the administrator.
 * @throws Error with the mail server's message
 */
export async function sendTestMail(
  services: Pick<DiagnosticsDeps, 'env' | 'clock' | 'siteUrl' | 'prisma' | 'mailer'>,
  actor: Actor,
): Promise<{ message: string }> {
  const { userId, email: address, firstName: name } = actor;
  await services.mailer.send({
    to: { name, address },
    userId,
    subject: 'Test email from Promptwell',
    text: `This is a test email from ${services.siteUrl()}.\n\nIf you can read it, email works.\n`,
  });
  await writeAudit(services.prisma, services, actor, {
    action: 'diagnostics.mail-test',
    subject: actor.userId,
  });
  return {
    message:
      services.env.SMTP_URL === undefined
        ? 'The email was written to a file in DATA_DIR/mail because SMTP_URL isn’t set.'
        : `The mail server accepted an email to ${address}.`,
  };
}
