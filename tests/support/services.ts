import fs from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { simpleParser, type ParsedMail } from 'mailparser';
import { readEnv, type Env } from '../../app/core/server/env.server';
import { createLogger } from '../../app/core/server/logger.server';
import type { Actor, Client } from '../../app/core/server/session.server';
import type { Role } from '../../app/core/shared/permissions';
import { closeServices, createServices } from '../../app/create-services.server';
import type { SqliteConnection } from '../../app/core/db/sqlite/lock.server';
import type { SqlDatabase } from '../../app/core/db/sql';
import { sqliteStores } from '../../app/dialect-stores.server';
import type { Services } from '../../app/services';
import { temporaryDatabase } from './database';

export const SITE = 'https://promptwell.test';
export const HOME: Client = { address: '203.0.113.7', userAgent: 'A browser', knownBrowser: undefined };

export interface SignedUp {
  actor: Actor;
  /** For an Authorization header. */
  token: string;
}

/** The services of the product as they are at boot, on a database of their own, with a clock that tests turn. */
export interface TestServices extends Services, SqliteConnection {
  sql: SqlDatabase;
  directory: string;
  /** Lets so much time pass, on all clocks. */
  pass(ms: number): void;
  /** Sets the time of day to another one, as a step of NTP does. */
  leap(ms: number): void;
  /** A confirmed account with these roles, signed in, without money. */
  signUp(options?: { roles?: readonly Role[]; firstName?: string }): Promise<SignedUp>;
  /** All mails so far, the oldest first, after everything under way has ended. */
  mails(): Promise<ParsedMail[]>;
  /** The link in the newest mail. */
  mailedLink(): Promise<URL>;
  close(): Promise<void>;
}

export function testServices(settings: Record<string, string> = {}): TestServices {
  const database = temporaryDatabase();
  const { directory } = database;
  const stores = sqliteStores(database);
  let nowMs = Date.UTC(2026, 10, 20, 9);
  let steadyMs = 0;
  const env: Env = readEnv({
    NODE_ENV: 'test',
    DATA_DIR: directory,
    APP_URL: SITE,
    MAIL_FROM: 'Promptwell <no-reply@promptwell.test>',
    LOG_LEVEL: 'silent',
    CHECK_ANSWERS: 'on',
    // Requests to a vendor aren't retried; tests of retries change this.
    PROVIDER_RETRY_SECONDS: '0',
    ...settings,
  });
  const services = createServices({
    env,
    database,
    stores,
    clock: () => nowMs,
    steadyClock: () => steadyMs,
    log: createLogger('silent'),
    processId: 'test',
    secret: 'a secret of the tests, which is long enough',
    siteUrl: () => SITE,
  });
  const mailDir = path.join(directory, 'mail');
  const mails = async (): Promise<ParsedMail[]> => {
    await services.background.drain();
    if (!fs.existsSync(mailDir)) return [];
    const files = fs.readdirSync(mailDir).map((name) => path.join(mailDir, name));
    files.sort((a, b) => fs.statSync(a).mtimeMs - fs.statSync(b).mtimeMs);
    return Promise.all(files.map((file) => simpleParser(fs.readFileSync(file))));
  };
  return {
    ...services,
    connection: database.connection,
    lock: database.lock,
    sql: database.sql,
    directory,
    pass: (ms) => {
      nowMs += ms;
      steadyMs += ms;
    },
    leap: (ms) => {
      nowMs += ms;
    },
    signUp: async ({ roles = [], firstName = 'Ada' } = {}) => {
      const id = randomUUID();
      const now = new Date(nowMs);
      await services.prisma.user.create({
        data: {
          id,
          email: `${id}@example.org`,
          firstName,
          lastName: 'Lovelace',
          emailConfirmedAt: now,
          createdAt: now,
          roles: { create: roles.map((role) => ({ role })) },
        },
      });
      const { token } = await services.sessions.start({ userId: id, kind: 'bearer' });
      const actor = await services.sessions.find(token, 'bearer');
      if (!actor) throw new Error('The session that was just made is not there.');
      return { actor, token };
    },
    mails,
    mailedLink: async () => {
      const text = (await mails()).at(-1)?.text ?? '';
      const link = /https:\/\/\S+/.exec(text)?.[0];
      if (link === undefined) throw new Error(`There is no link in this mail: ${text}`);
      return new URL(link);
    },
    close: async () => {
      await services.baiql.drain(10_000);
      await closeServices(services);
      await database.close();
    },
  };
}
