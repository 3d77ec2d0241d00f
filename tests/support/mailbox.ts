import fs from 'node:fs';
import path from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';

/** The mails to an address that a server without SMTP_URL has kept, once there are at least `count` of them. */
export async function mailsTo(dataDir: string, address: string, count: number): Promise<ParsedMail[]> {
  const directory = path.join(dataDir, 'mail');
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 }); // as the server makes it
  for (;;) {
    const seen = mailFiles(directory);
    const mails = await Promise.all(
      seen.map((file) => simpleParser(fs.readFileSync(path.join(directory, file)))),
    );
    const own = mails.filter((mail) => [mail.to].flat().some((to) => to?.text.includes(address)));
    if (own.length >= count) return own;
    await untilMore(directory, seen.length);
  }
}

/** The link in the newest of at least `count` mails. */
export async function mailedLink(dataDir: string, address: string, count = 1): Promise<URL> {
  const mails = await mailsTo(dataDir, address, count);
  return new URL(/https?:\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '');
}

const mailFiles = (directory: string): string[] =>
  fs
    .readdirSync(directory)
    .filter((name) => name.endsWith('.eml'))
    .sort();

function untilMore(directory: string, known: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      watcher.close();
      resolve();
    };
    const watcher = fs.watch(directory, () => {
      if (mailFiles(directory).length > known) finish();
    });
    // A mail that arrived between the check and the watch triggers no event.
    if (mailFiles(directory).length > known) finish();
  });
}
