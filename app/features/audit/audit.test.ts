import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { csvResponse } from '~/core/edge/csv.server';
import type { Actor } from '~/core/server/session.server';
import { DAY_MS } from '~/core/shared/clock';
import { testServices, type TestServices } from '../../../tests/support/services';
import { exportAudit, listAudit } from './list-audit.server';
import { ACTION_LABELS, auditAddressSchema, auditQuerySchema } from './schema';
import { writeAudit } from './write-audit.server';

let services: TestServices;
let root: Actor;
beforeEach(async () => {
  services = testServices();
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
  return () => services.close();
});

const write = (action: string, subject: string, detail = {}) =>
  writeAudit(services.prisma, services, root, { action, subject, detail });
const list = (query: object = {}) => listAudit(services, auditQuerySchema.parse(query));

describe('the audit log', () => {
  it('is read page by page, events of one moment among them, none twice and none left out', async () => {
    for (let index = 0; index < 7; index += 1) await write('user.roles', `user-${String(index)}`);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await list({ pageSize: 2, after });
      for (const { subject } of page.items) seen.push(subject);
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
    await expect(list({ after: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_page' });
  });

  it('is filtered by act, by whom, to whom and by day', async () => {
    const { actor: other } = await services.signUp({ roles: ['admin'] });
    await write('user.suspended', other.userId);
    services.pass(DAY_MS);
    await writeAudit(services.prisma, services, other, { action: 'model.added', subject: 'demo/one' });
    const actions = async (query: object) => (await list(query)).items.map(({ action }) => action);
    expect(await actions({})).toEqual(['model.added', 'user.suspended']);
    expect(await actions({ action: 'model.added' })).toEqual(['model.added']);
    expect(await actions({ actor: root.email.toUpperCase() })).toEqual(['user.suspended']);
    expect(await actions({ subject: other.email })).toEqual(['user.suspended']);
    expect(await actions({ subject: 'demo/one' })).toEqual(['model.added']);
    expect(await actions({ from: '2026-11-20', to: '2026-11-20' })).toEqual(['user.suspended']);
    expect(await actions({ actor: 'nobody@example.org' })).toEqual([]);
    expect((await list({ subject: other.userId })).items[0]).toMatchObject({ subjectEmail: other.email });
  });

  it('says where each request came from, on the page and in the file', async () => {
    await write('user.roles', 'by-the-server');
    const address = '2001:db8::7';
    await writeAudit(
      services.prisma,
      services,
      { ...root, address },
      { action: 'user.roles', subject: 'asked' },
    );
    expect((await list()).items.map(({ subject, address: from }) => [subject, from]).toSorted()).toEqual([
      ['asked', address],
      ['by-the-server', null],
    ]);
    const csv = await (
      await exportAudit(services, root, auditQuerySchema.parse({ subject: 'asked' }))
    ).text();
    expect(csv).toContain(address);
  });

  it('has a name for every act, and a filter by it', () => {
    const features = path.resolve(import.meta.dirname, '..');
    const written = fs
      .readdirSync(features, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.server.ts'))
      .flatMap((name) => [
        ...fs.readFileSync(path.join(features, name), 'utf8').matchAll(/\baction: '(\w+\.[\w-]+)'/g),
      ]);
    expect(written.length).toBeGreaterThan(20);
    expect(written.flatMap(([, action = '']) => (action in ACTION_LABELS ? [] : action))).toEqual([]);
  });

  it('forgives an address that makes no sense', () => {
    expect(auditAddressSchema.parse({ from: 'yesterday', pageSize: '-4', action: 'x'.repeat(500) })).toEqual({
      pageSize: 50,
    });
  });

  it('cannot be changed or deleted', async () => {
    const { id } = await write('user.roles', 'somebody');
    const where = { where: { id } };
    await expect(
      services.prisma.auditEvent.update({ ...where, data: { subject: 'other' } }),
    ).rejects.toThrow();
    await expect(services.prisma.auditEvent.delete(where)).rejects.toThrow();
    expect((await list()).items).toMatchObject([{ subject: 'somebody' }]);
  });

  it('is exported with its own export as the newest event, and formulas disarmed', async () => {
    await write('content.topic', '=HYPERLINK("x")', { isNew: true });
    services.pass(1);
    const file = await exportAudit(services, root, auditQuerySchema.parse({}));
    const rows = (await file.text()).split('\r\n');
    expect(rows[0]).toBe('at,actor,action,subject,subject_email,detail,address');
    expect(rows[1]).toContain('audit.exported');
    expect(rows[2]).toContain(`"'=HYPERLINK(""x"")"`);
  });

  it('keeps of the address that an export was filtered by the account alone, which may be deleted later', async () => {
    const { actor: other } = await services.signUp();
    const query = auditQuerySchema.parse({ actor: root.email, subject: other.email });
    await (await exportAudit(services, root, query)).text();
    const [event] = (await list({ action: 'audit.exported' })).items;
    expect(JSON.parse(event?.detail ?? '')).toEqual({ actor: root.userId, subject: other.userId });
  });
});

it('an export keeps a text of several lines in one cell', async () => {
  async function* batches() {
    yield await Promise.resolve([['one\ntwo', 1]]);
  }
  const response = csvResponse('x.csv', { columns: ['name', 'count'], batches: batches() });
  expect(await response.text()).toBe('name,count\r\n"one\ntwo",1\r\n');
});

describe('an export that breaks off', () => {
  it('has whole rows only, and does not end like a whole file', async () => {
    async function* batches() {
      yield await Promise.resolve([['one', 1]]);
      throw new Error('the disk is gone');
    }
    const response = csvResponse('x.csv', { columns: ['name', 'count'], batches: batches() });
    const reader = response.body?.getReader();
    const pieces: string[] = [];
    const readAll = async () => {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return;
        pieces.push(new TextDecoder().decode(value));
      }
    };
    await expect(readAll()).rejects.toThrow('the disk is gone');
    expect(pieces).toEqual(['name,count\r\n', 'one,1\r\n']);
  });
});
