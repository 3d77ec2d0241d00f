import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { apiOf, type TestServer } from './server';

const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 20;

/** A new person who has confirmed their address by the link in the mail: no roles, no money. */
export async function registerPerson(server: TestServer, firstName = 'Frida') {
  const account = { email: `${randomUUID()}@example.org`, password: 'Correct-horse-8' };
  const api = apiOf(server.origin);
  await api('POST', '/api/auth/register', {
    ...account,
    firstName,
    lastName: 'Free',
    confirmPassword: account.password,
  });
  const link = await confirmationLink(path.join(server.dataDir, 'mail'), account.email);
  await api('GET', `/api/auth${link}`);
  return account;
}

/** Mails leave in the background, so the file may come a moment after the answer. */
async function confirmationLink(mailDir: string, email: string): Promise<string> {
  for (const endMs = Date.now() + PATIENCE_MS; Date.now() < endMs;) {
    const link = await findConfirmationLink(mailDir, email);
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw new Error(`No confirmation mail to ${email} arrived.`);
}

async function findConfirmationLink(mailDir: string, email: string): Promise<string | undefined> {
  if (!fs.existsSync(mailDir)) return undefined;
  const files = fs.readdirSync(mailDir).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    files.map((name) => simpleParser(fs.readFileSync(path.join(mailDir, name)))),
  );
  const mail = mails.find(({ to }) => [to].flat().some((each) => each?.text.includes(email)));
  return /\/confirm-email\?\S+/.exec(mail?.text ?? '')?.[0];
}
