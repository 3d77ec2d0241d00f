import fs from 'node:fs';
import path from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';
import { createLogger } from '../../app/core/server/logger.server';
import { createAccounts, type Accounts, type Visitor } from '../../app/features/accounts/index.server';
import { createLedger, ledgerData, type Ledger } from '../../app/features/ledger/index.server';
import { createPreferences } from '../../app/features/preferences/index.server';
import { createMailer } from '../../app/integrations/mail/index.server';
import { temporaryDatabase, type TemporaryDatabase } from './database';

export const SITE = 'https://promptwell.test';
export const GOOD_PASSWORD = 'Correct-horse-7';
export const HOME: Visitor = { address: '203.0.113.7', userAgent: 'A browser' };
export const ELSEWHERE: Visitor = { address: '198.51.100.20' };

/** The account use cases on a real database, with the real ledger, and mails as files. */
export interface TestAccounts extends Accounts {
  ledger: Ledger;
  database: TemporaryDatabase;
  /** Turns the clock forward. */
  pass(ms: number): void;
  /** All mails so far, the oldest first, after everything under way has ended. */
  mails(): Promise<ParsedMail[]>;
  /** The link in the newest mail. */
  mailedLink(): Promise<URL>;
  close(): Promise<void>;
}

export function testAccounts(...people: string[]): TestAccounts {
  const database = temporaryDatabase(...people);
  const mailDir = path.join(database.directory, 'mail');
  const log = createLogger('silent');
  let nowMs = Date.UTC(2026, 10, 20, 9);
  const clock = () => nowMs;
  const { connection, lock, prisma } = database;
  const ledger = createLedger({ connection, lock, clock, bootId: 'test', sealKey: Buffer.alloc(32, 1), log });
  const mailer = createMailer(
    { MAIL_FROM: 'Promptwell <no-reply@promptwell.test>', DATA_DIR: database.directory },
    log,
  );
  const accounts = createAccounts({
    prisma,
    clock,
    log,
    ledger,
    mailer,
    preferences: createPreferences({ prisma }),
    personalData: [ledgerData(ledger)],
    siteUrl: () => SITE,
    browserKey: Buffer.alloc(32, 2),
  });
  const mails = async (): Promise<ParsedMail[]> => {
    await accounts.background.drain();
    if (!fs.existsSync(mailDir)) return [];
    const files = fs.readdirSync(mailDir).map((name) => path.join(mailDir, name));
    files.sort((a, b) => fs.statSync(a).mtimeMs - fs.statSync(b).mtimeMs);
    return Promise.all(files.map((file) => simpleParser(fs.readFileSync(file))));
  };
  return {
    ...accounts,
    ledger,
    database,
    pass: (ms) => {
      nowMs += ms;
    },
    mails,
    mailedLink: async () => {
      const text = (await mails()).at(-1)?.text ?? '';
      const link = /https:\/\/\S+/.exec(text)?.[0];
      if (link === undefined) throw new Error(`There is no link in this mail: ${text}`);
      return new URL(link);
    },
    close: async () => {
      await accounts.background.drain();
      await database.close();
    },
  };
}

export const registration = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  password: GOOD_PASSWORD,
  confirmPassword: GOOD_PASSWORD,
  ...changes,
});
