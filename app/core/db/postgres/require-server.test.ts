import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPostgres, type PostgresServer } from '../../../../tests/support/postgres';
import { faultOf, requireServer } from './require-server.server';

let server: PostgresServer;
let admin: pg.Client;
beforeAll(async () => {
  server = await startPostgres();
  admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await server.stop();
});

const refusal = (url: string): Promise<string> =>
  requireServer(url).then(
    () => '',
    (error: unknown) => String(error),
  );
const urlOf = (database: string, user = 'postgres') =>
  server.adminUrl.replace('postgres@', `${user}@`).replace('/postgres?', `/${database}?`);

describe('a database that can’t be used is named with what to do', () => {
  it.each(['SQL_ASCII', 'LATIN1'])('when it keeps text as %s', async (encoding) => {
    const name = `in_${encoding.toLowerCase()}`;
    await admin.query(`CREATE DATABASE ${name} ENCODING '${encoding}' TEMPLATE template0`);
    expect(await refusal(urlOf(name))).toMatch(
      new RegExp(
        `The database ${name} on .* keeps text as ${encoding}\\. Create a database.*createdb -E UTF8`,
      ),
    );
  });

  it('when its user may not create tables, or may not connect', async () => {
    await admin.query('CREATE ROLE reader LOGIN');
    await admin.query('CREATE DATABASE closed');
    await admin.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    expect(await refusal(urlOf('postgres', 'reader'))).toMatch(
      /postgres on .* doesn’t let its user create tables\. Make the user of DATABASE_URL its owner/,
    );
    await admin.query('REVOKE CONNECT ON DATABASE closed FROM PUBLIC');
    expect(await refusal(urlOf('closed', 'reader'))).toMatch(
      /closed on .* refuses the user reader\. Grant it/,
    );
  });

  it('when it is read-only, as a standby is', async () => {
    await admin.query('CREATE DATABASE standby');
    await admin.query('ALTER DATABASE standby SET default_transaction_read_only = on');
    expect(await refusal(urlOf('standby'))).toMatch(
      /standby on .* is read-only\. Give DATABASE_URL the address/,
    );
  });

  it('when it does not exist', async () => {
    expect(await refusal(urlOf('nothing'))).toMatch(
      /nothing on .* doesn’t exist\. Create it.*createdb nothing/,
    );
  });

  it('when the user, the password or both are wrong, without the password', async () => {
    expect(await refusal(urlOf('postgres', 'stranger'))).toMatch(
      /refuses the user stranger\. Check the name/,
    );
    await admin.query("CREATE ROLE ada LOGIN PASSWORD 'right'");
    const { rows } = await admin.query<{ hba_file: string }>('SHOW hba_file');
    await admin.query(
      `COPY (VALUES ('local all ada scram-sha-256'), ('local all all trust')) TO '${String(rows[0]?.hba_file)}'`,
    );
    await admin.query('SELECT pg_reload_conf()');
    const wrong = await vi.waitUntil(() =>
      refusal(urlOf('postgres', 'ada:wrong')).then((text) => (text.includes('create tables') ? '' : text)),
    );
    expect(wrong).toMatch(/refuses the user ada\. Check the name and the password in DATABASE_URL/);
    expect(wrong).not.toContain('wrong');
    expect(await refusal(urlOf('postgres', 'ada'))).toMatch(
      /asks for the password of ada\. Write it in DATABASE_URL/,
    );
  });
});

describe('an address that leads nowhere is named with what to do', () => {
  it('when no server listens', async () => {
    const away = await refusal('postgres://ada:secret@127.0.0.1:1/promptwell');
    expect(away).toMatch(
      /promptwell on 127\.0\.0\.1:1 can’t be reached \(.*ECONNREFUSED.*Start PostgreSQL, or/,
    );
    expect(away).not.toContain('secret');
    expect(await refusal('postgres://ada@nowhere.invalid/promptwell')).toMatch(
      /nowhere\.invalid is no server’s name .*Correct DATABASE_URL/,
    );
  });

  it('when something else listens', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expect(await refusal(`postgres://ada@127.0.0.1:${port}/promptwell`)).toMatch(
      /can’t be reached .*correct DATABASE_URL/,
    );
    other.close();
  });

  it('when it can’t be read, without its password', async () => {
    const unreadable = await refusal('postgres://ada:pass word@[::1/db');
    expect(unreadable).toMatch(/DATABASE_URL is no address\. Write it as/);
    expect(unreadable).not.toContain('pass word');
  });
});

describe('versions', () => {
  const faultOn = (version: string, versionNumber: number) =>
    faultOf({ version, versionNumber, encoding: 'UTF8', isReadOnly: false, mayCreate: true }, 'The database');

  it.each([
    ['9.6.24', 90_624],
    ['13.14 (Debian 13.14-1.pgdg120+1)', 130_014],
  ])('refuses %s', (version, number) => {
    expect(faultOn(version, number)).toBe(
      `The database runs on PostgreSQL ${version}. Promptwell needs 14 or later.`,
    );
  });

  it.each([
    ['14.0', 140_000],
    ['18beta1', 180_000],
  ])('accepts %s', (version, number) => {
    expect(faultOn(version, number)).toBeUndefined();
  });
});
