import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restore } from '~/core/db/sqlite/restore.server';
import { HOUR_MS } from '~/core/shared/clock';
import { auditQuerySchema, listAudit } from '~/features/audit/index.server';
import { reconcileFile } from '~/features/ledger/index.server';
import { MIGRATIONS_DIR } from '../../../tests/support/database';
import { testServices, type TestServices } from '../../../tests/support/services';
import { backUpNow, backUpWhenDue } from './make-backup.server';
import { readBackupReport } from './job-reports.server';
import { createMetrics } from './metrics.server';

let services: TestServices;
const begin = (settings: Record<string, string> = {}) => {
  services = testServices(settings);
};
afterEach(() => services.close());

const backups = () => {
  const folder = path.join(services.directory, 'backups');
  return fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
};

describe('scheduled backups', () => {
  it('are made when they are due, and the oldest make room', async () => {
    begin({ BACKUP_EVERY_HOURS: '6', BACKUP_KEEP: '2' });
    await backUpWhenDue(services);
    await backUpWhenDue(services);
    expect(backups()).toEqual(['app-2026-11-20T09-00-00Z.db.gz']);
    for (let index = 0; index < 3; index += 1) {
      services.pass(6 * HOUR_MS);
      await backUpWhenDue(services);
    }
    expect(backups()).toEqual(['app-2026-11-20T21-00-00Z.db.gz', 'app-2026-11-21T03-00-00Z.db.gz']);
    expect(await readBackupReport(services)).toMatchObject({ isOk: true, file: backups()[1] });
  });

  it('go on when the clock, which was a year ahead, is put right', async () => {
    begin();
    services.pass(365 * 24 * HOUR_MS);
    await backUpWhenDue(services);
    services.pass(-365 * 24 * HOUR_MS);
    await backUpWhenDue(services);
    expect(backups()).toEqual(['app-2026-11-20T09-00-00Z.db.gz', 'app-2027-11-20T09-00-00Z.db.gz']);
  });

  it('that were made while the clock was ahead make room for the newest', async () => {
    begin({ BACKUP_KEEP: '1' });
    services.pass(365 * 24 * HOUR_MS);
    await backUpWhenDue(services);
    services.pass(-365 * 24 * HOUR_MS);
    await backUpWhenDue(services);
    expect(backups()).toEqual(['app-2026-11-20T09-00-00Z.db.gz']);
  });

  it('are made at once for an administrator, whose act is written down', async () => {
    begin({ BACKUP_EVERY_HOURS: '0' });
    const { actor } = await services.signUp({ roles: ['admin'] });
    const file = 'manual-2026-11-20T09-00-00Z.db.gz';
    expect(await backUpNow(services, actor)).toEqual({ message: `Backup made: ${file}` });
    expect(backups()).toEqual([file]);
    const { items } = await listAudit(services, auditQuerySchema.parse({ action: 'backup.made' }));
    expect(items).toMatchObject([{ actorEmail: actor.email, subject: file }]);
  });

  it('are off with 0', async () => {
    begin({ BACKUP_EVERY_HOURS: '0' });
    await backUpWhenDue(services);
    expect(backups()).toEqual([]);
  });

  it('that fail are tried again, and said', async () => {
    begin();
    fs.writeFileSync(path.join(services.directory, 'backups'), 'in the way');
    await backUpWhenDue(services);
    expect(await readBackupReport(services)).toMatchObject({ isOk: false });
    fs.rmSync(path.join(services.directory, 'backups'));
    await backUpWhenDue(services);
    expect(await readBackupReport(services)).toMatchObject({ isOk: true });
  });

  it('that are restored have sound books and everybody’s money', async () => {
    begin();
    const { actor } = await services.signUp();
    const credit = { userId: actor.userId, source: 'grant' as const };
    await services.ledger.credit({ ...credit, amountMicroUsd: 5_000_000n, key: 'before' });
    await backUpWhenDue(services);
    await services.ledger.credit({ ...credit, amountMicroUsd: 1n, key: 'after' });
    const file = path.join(services.directory, 'restored', 'app.db');
    fs.mkdirSync(path.dirname(file));
    const [backup = ''] = backups();
    const places = [path.join(services.directory, 'kept'), MIGRATIONS_DIR, new Date()] as const;
    await restore(path.join(services.directory, 'backups', backup), file, ...places);
    const report = await reconcileFile(file, services.clock());
    expect(report).toMatchObject({ isSound: true, faults: [], entries: 2 });
  });
});

describe('metrics', () => {
  const TOKEN = 'a-token-of-16-characters';

  it('are off unless a setting allows them', () => {
    begin();
    expect(createMetrics(services)).toBeUndefined();
  });

  it('are for whoever has the token', async () => {
    begin({ METRICS_TOKEN: TOKEN });
    const metrics = createMetrics(services);
    expect(
      [undefined, '', 'Bearer', `Bearer ${TOKEN}x`, TOKEN].map((header) => metrics?.isAuthorized(header)),
    ).not.toContain(true);
    expect(metrics?.isAuthorized(`Bearer ${TOKEN}`)).toBe(true);
    const request = { method: 'GET', status: 200, kind: 'page', ms: 12 } as const;
    metrics?.observeRequest({ ...request, route: '/saved-prompts/:id' });
    metrics?.observeRequest({ ...request, status: 404, route: undefined });
    services.stats.recordRequest({ provider: 'demo', isFailure: false, ms: 5 });
    const text = (await metrics?.read())?.text ?? '';
    expect(text).toContain(
      'promptwell_http_request_duration_seconds_count{method="GET",kind="page",route="/saved-prompts/:id",status="2xx"} 1',
    );
    expect(text).toContain('{method="GET",kind="page",route="unmatched",status="4xx"} 1');
    expect(text).toContain('promptwell_provider_call_duration_seconds_count{provider="demo",outcome="ok"} 1');
    expect(text).toMatch(/^promptwell_build_info\{version="\d+\.\d+\.\d+",node="v\d+\..*"\} 1$/m);
    expect(text).toMatch(/^promptwell_database_info\{kind="sqlite",name="SQLite \d[\d.]+"\} 1$/m);
    expect(text).toContain('promptwell_mails_waiting 0');
    expect(text).toContain('promptwell_books_sound 1');
  });

  it('have the age of the newest backup, whoever made it, and none while there is none', async () => {
    begin({ METRICS_TOKEN: TOKEN });
    const ageOf = async () =>
      /^promptwell_backup_age_seconds (.*)$/m.exec((await createMetrics(services)?.read())?.text ?? '')?.[1];
    expect(await ageOf()).toBeUndefined();
    const folder = path.join(services.directory, 'backups');
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'manual-2026-11-20T08-00-00Z.db.gz'), '');
    expect(await ageOf()).toBe('3600');
    fs.rmSync(folder, { recursive: true });
    expect(await ageOf()).toBeUndefined();
  });

  it('count emails that wait, are late, and were refused', async () => {
    begin({ METRICS_TOKEN: TOKEN });
    const { actor } = await services.signUp();
    const ago = (minutes: number) => BigInt(services.clock() - minutes * 60_000);
    const mail = { userId: actor.userId, kind: 'receipt' };
    await services.prisma.mail.createMany({
      data: [
        { ...mail, about: 'due', dueAt: ago(1) },
        { ...mail, about: 'late', dueAt: ago(60) },
        { ...mail, about: 'refused', dueAt: ago(60), failedAt: ago(60) },
        { ...mail, about: 'given up', dueAt: ago(4 * 24 * 60) },
        { ...mail, about: 'sent', dueAt: ago(60), sentAt: ago(60) },
      ],
    });
    const text = (await createMetrics(services)?.read())?.text ?? '';
    expect(text).toMatch(/^promptwell_mails_waiting 2$/m);
    expect(text).toMatch(/^promptwell_mails_late 1$/m);
    expect(text).toMatch(/^promptwell_mails_refused 1$/m);
  });

  it('may be for everybody', () => {
    begin({ METRICS_PUBLIC: 'true' });
    expect(createMetrics(services)?.isAuthorized(undefined)).toBe(true);
  });
});

describe('the alert rules', () => {
  it('ask for figures that are there', async () => {
    begin({ METRICS_TOKEN: 'a-token-of-16-characters' });
    await backUpWhenDue(services);
    services.stats.recordRequest({ provider: 'demo', isFailure: true, ms: 5 });
    const file = path.resolve(import.meta.dirname, '../../../deploy/prometheus/alerts.yml');
    const rules = fs.readFileSync(file, 'utf8');
    const names = rules.match(/\b(?:promptwell|process)_\w+/g) ?? [];
    expect(names.length).toBeGreaterThan(8);
    const text = (await createMetrics(services)?.read())?.text ?? '';
    for (const name of names) expect(text).toContain(name.replace(/_(?:bucket|count)$/, ''));
  });
});

describe('the dashboard', () => {
  beforeEach(() => begin({ METRICS_TOKEN: 'a-token-of-16-characters' }));

  it('shows figures that are there', async () => {
    const file = path.resolve(import.meta.dirname, '../../../deploy/grafana-dashboard.json');
    const { panels } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const text = (await createMetrics(services)?.read())?.text ?? '';
    const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const names = asked.flatMap((expr) => expr.match(/\b(?:promptwell|process|nodejs)_\w+/g) ?? []);
    expect(names.length).toBeGreaterThan(9);
    for (const name of names) expect(text).toContain(name.replace(/_(?:bucket|count)$/, ''));
  });
});
