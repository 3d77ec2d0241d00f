import { once } from 'node:events';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '~/core/server/logger.server';
import {
  createMailer,
  MailServerUnavailableError,
  RecipientRejectedError,
  senderOf,
  type Mail,
} from './index.server';

const log = createLogger('silent');
const MAIL_FROM = 'Promptwell <no-reply@promptwell.test>';
const mail: Mail = {
  to: { name: 'Ada Lovelace', address: 'ada@example.org' },
  subject: 'Grüße',
  text: 'Hello Ada,\n\nhttps://promptwell.test/confirm-email?userId=1&token=abc_-%20longer-than-a-line-of-mail-may-be-without-being-folded-somewhere\n',
};

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-mail-'));
});
afterEach(() => {
  fs.rmSync(directory, { recursive: true, force: true });
});

describe('the sender', () => {
  it.each([
    [{ MAIL_FROM: 'Ada <ada@example.org>', APP_URL: 'https://other.example.org' }, 'ada@example.org'],
    [{ APP_URL: 'https://prompts.example.org:8443/' }, 'no-reply@prompts.example.org'],
    [{ APP_URL: 'http://192.0.2.7:3000' }, 'no-reply@localhost'],
    [{}, 'no-reply@localhost'],
  ])('of %j is %s', (settings, address) => {
    expect(senderOf(settings).address).toBe(address);
  });
});

describe('without an SMTP server', () => {
  it('a mail is a complete file that any mail program opens', async () => {
    await createMailer({ MAIL_FROM, DATA_DIR: directory }, log).send(mail);
    const files = fs.readdirSync(path.join(directory, 'mail'));
    expect(files).toHaveLength(1);
    expect(files[0]).toMatch(/\.eml$/);
    const parsed = await simpleParser(fs.readFileSync(path.join(directory, 'mail', String(files[0]))));
    expect(parsed.from?.value).toEqual([{ name: 'Promptwell', address: 'no-reply@promptwell.test' }]);
    expect(parsed.subject).toBe('Grüße');
    expect(parsed.text).toContain(
      'token=abc_-%20longer-than-a-line-of-mail-may-be-without-being-folded-somewhere',
    );
    expect(parsed.messageId).toBeTruthy();
  });
});

describe('a mail server on another machine', () => {
  let server: SMTPServer;
  let isSecure: boolean[];
  const start = async (options: SMTPServerOptions): Promise<string> => {
    isSecure = [];
    server = new SMTPServer({
      authOptional: true,
      onData: (stream, session, done) => {
        isSecure.push(session.secure);
        stream.resume();
        stream.once('end', () => done());
      },
      ...options,
    });
    server.on('error', () => undefined); // connections that it breaks off itself
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    // This machine, under an address that does not say so.
    return `smtp://0.0.0.0:${String((server.server.address() as AddressInfo).port)}`;
  };
  const send = async (SMTP_URL: string, allowsPlain = false) => {
    const settings = { SMTP_URL, SMTP_ALLOW_PLAIN: allowsPlain, MAIL_FROM, DATA_DIR: directory };
    const mailer = createMailer(settings, log);
    await mailer.send(mail).finally(() => mailer.close());
  };
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it.each(['', '?ignoreTLS=true', '?requireTLS=false'])(
    'gets no mail unencrypted, and the setting that allows it is named%s',
    async (query) => {
      const url = await start({ disabledCommands: ['STARTTLS'] });
      const failure: unknown = await send(`${url}/${query}`).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(MailServerUnavailableError);
      expect(String(failure)).toContain('SMTP_ALLOW_PLAIN=true');
      expect(isSecure).toEqual([]);
    },
  );

  it('gets them unencrypted where that is allowed', async () => {
    await send(await start({ disabledCommands: ['STARTTLS'] }), true);
    expect(isSecure).toEqual([false]);
  });

  it('gets them by STARTTLS', async () => {
    await send(`${await start({})}/?tls.rejectUnauthorized=false`);
    expect(isSecure).toEqual([true]);
  });

  it('must have a certificate that is good', async () => {
    await expect(send(await start({}))).rejects.toThrow(/certificate/);
    expect(isSecure).toEqual([]);
  });
});

describe('with an SMTP server', () => {
  const received: { mail: ParsedMail; recipients: string[] }[] = [];
  let server: SMTPServer;
  let url: string;
  let refusal: Error | undefined;

  beforeEach(async () => {
    received.length = 0;
    refusal = undefined;
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(refusal),
      onData: (stream, session, done) => {
        simpleParser(stream).then((parsed) => {
          received.push({ mail: parsed, recipients: session.envelope.rcptTo.map(({ address }) => address) });
          done();
        }, done);
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    url = `smtp://127.0.0.1:${String((server.server.address() as AddressInfo).port)}`;
  });
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  const send = async (changes: Partial<Mail>) => {
    const mailer = createMailer({ SMTP_URL: url, MAIL_FROM, DATA_DIR: directory }, log);
    await mailer.send({ ...mail, ...changes });
    mailer.close();
  };

  it('it is handed over, and no file is left', async () => {
    await send({});
    expect(received).toHaveLength(1);
    expect(received[0]?.recipients).toEqual(['ada@example.org']);
    expect(received[0]?.mail.subject).toBe('Grüße');
    expect(fs.readdirSync(directory)).toEqual([]);
  });

  it('says the same in HTML, with links to press and under the name and logo of the operator', async () => {
    const settings = {
      SMTP_URL: url,
      MAIL_FROM: 'School & Co <no-reply@school.test>',
      MAIL_LOGO_URL: 'https://school.test/logo.png',
      DATA_DIR: directory,
    };
    const mailer = createMailer(settings, log);
    await mailer.send({
      ...mail,
      text: 'Hello <script>alert(1)</script>,\n\nhttps://school.test/a?b=1&c=2. See you.\n',
    });
    mailer.close();
    const html = String(received[0]?.mail.html);
    expect(html).toContain('School &amp; Co');
    expect(html).toContain('<img src="https://school.test/logo.png"');
    expect(html).toContain('<a href="https://school.test/a?b=1&amp;c=2">');
    expect(html).not.toContain('<script');
  });

  it('neither name nor subject adds a recipient or a header', async () => {
    await send({
      to: { name: 'Ada\r\nBcc: eve@example.org, "x" <eve@example.org>', address: 'ada@example.org' },
      subject: 'Hello\r\nBcc: eve@example.org\r\n\r\nAnother body',
    });
    expect(received[0]?.recipients).toEqual(['ada@example.org']);
    expect(received[0]?.mail.bcc).toBeUndefined();
    expect(received[0]?.mail.headers.has('bcc')).toBe(false);
    expect(received[0]?.mail.text).not.toContain('Another body');
  });

  it('a server that refuses is an error for the sender to note', async () => {
    refusal = new Error('no such mailbox');
    await expect(send({})).rejects.toThrow('no such mailbox');
  });

  it.each([
    [550, '5.1.1 No such user', true],
    [550, '5.7.1 Relaying denied', false],
    [552, '5.2.2 Mailbox full', false],
    [451, '4.7.1 Try again later', false],
  ])('%s %s is a refusal for good: %s', async (responseCode, said, isForGood) => {
    refusal = Object.assign(new Error(said), { responseCode });
    const failure: unknown = await send({}).catch((error: unknown) => error);
    expect(failure instanceof RecipientRejectedError).toBe(isForGood);
  });

  it('what it says of an address is noted without the address: logs have none of people', async () => {
    refusal = new Error('<ada@example.org> has moved away');
    const failure: unknown = await send({}).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message: expect.stringContaining('has moved away') as string,
      code: 'EENVELOPE',
    });
    expect(inspect(failure, { depth: null })).not.toContain('ada@example.org');
  });
});
