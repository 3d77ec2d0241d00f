import fs from 'node:fs';
import path from 'node:path';
import { ProviderFailure, type ProviderFailureKind } from '@promptwell/ai-providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import { seedModels } from '~/features/completions/index.server';
import { makePdf } from '../../../packages/documents/src/test-support/make-documents';
import { testServices, type TestServices } from '../../../tests/support/services';
import { checkHealth } from './check-health.server';
import { makeSupportBundle, sendTestMail } from './support-bundle.server';
import { convertHeic, testOcr } from './test-documents.server';

const SECRET = 'sk-a-very-secret-key-of-mine';
const HEIC = path.resolve(import.meta.dirname, '../../../packages/documents/src/test-support/hello.heic');

let services: TestServices;
let root: Actor;
beforeAll(async () => {
  services = testServices({ OPENAI_API_KEY: SECRET, SMTP_URL: '' });
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
});
afterAll(() => services.close());

const { signal } = new AbortController();
function upload(content: Uint8Array | string | null, name: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (bytes) form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return { request: new Request('http://test/', { method: 'POST', body: form }), signal };
}

/** A PDF with so many pages that recognition takes longer than a test should. */
function textPdf(pages: number): string {
  const kids = Array.from({ length: pages }, (_, index) => `${String(index + 5)} 0 R`);
  const page =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<</Font<</F1 3 0 R>>>>/Contents 4 0 R>>';
  return [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Kids[${kids.join(' ')}]/Count ${String(pages)}>>endobj`,
    '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    '4 0 obj<</Length 40>>stream\nBT /F1 24 Tf 20 40 Td (Readable) Tj ET  \nendstream endobj',
    ...kids.map((_, index) => `${String(index + 5)} 0 obj${page}endobj`),
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n');
}

describe('the OCR test', () => {
  it('reads the pages that were asked for and no more', async () => {
    expect(await testOcr(services, upload(textPdf(60), 'text.pdf', { limit: '2' }))).toMatchObject({
      ok: true,
      pageCount: 60,
      processed: 2,
      nonEmptyPages: 2,
      length: 18,
      perPage: [
        { page: 1, length: 8, ocrUsed: false },
        { page: 2, length: 8, ocrUsed: false },
      ],
      preview: 'Readable\n\nReadable',
    });
  }, 60_000);

  it('needs a PDF, a limit from 1 to 50 and a language that is there', async () => {
    const pdf = textPdf(1);
    await expect(testOcr(services, upload(null, ''))).rejects.toThrow('Select a PDF');
    await expect(testOcr(services, upload('x', 'x.png'))).rejects.toThrow('Select a PDF');
    for (const limit of ['0', '51', '-1', '1e9', 'x', ''])
      await expect(testOcr(services, upload(pdf, 'x.pdf', { limit }))).rejects.toMatchObject({
        code: 'wrong_limit',
      });
    await expect(testOcr(services, upload(pdf, 'x.pdf', { langs: '../eng' }))).rejects.toMatchObject({
      code: 'unreadable',
    });
    await expect(testOcr(services, upload('<html>', 'page.pdf'))).rejects.toMatchObject({
      code: 'unreadable',
    });
  }, 60_000);
});

/** A tree of pages in which a thousand times a thousand of them are one and the same. */
const millionPages = (): string => {
  const many = (kid: string) => Array.from({ length: 1_000 }, () => kid).join(' ');
  return [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Kids[${many('3 0 R')}]/Count 1000000>>endobj`,
    `3 0 obj<</Type/Pages/Parent 2 0 R/Kids[${many('4 0 R')}]/Count 1000>>endobj`,
    '4 0 obj<</Type/Page/Parent 3 0 R/MediaBox[0 0 200 100]>>endobj',
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n');
};

describe('the OCR test takes no harm from', () => {
  it('a PDF with a password, and says so', async () => {
    const locked = makePdf([['x']], true);
    await expect(testOcr(services, upload(locked, 'locked.pdf'))).rejects.toMatchObject({
      kind: 'unprocessable',
      message: 'locked.pdf is protected by a password. Save it without one.',
    });
  }, 60_000);

  it('a PDF that has a million pages, or says so', async () => {
    const liar = textPdf(1).replace('/Count 1>>', '/Count 1000000>>');
    for (const [name, pdf] of Object.entries({ 'million.pdf': millionPages(), 'liar.pdf': liar })) {
      const outcome = await testOcr(services, upload(pdf, name, { limit: '1' })).catch(
        (error: unknown) => error,
      );
      if (outcome instanceof DomainError) expect(outcome).toMatchObject({ code: 'unreadable' });
      else expect(outcome).toMatchObject({ processed: 1 });
    }
  }, 120_000);
});

describe('the HEIC test', () => {
  it('gives a PNG, and refuses an HTML file by that name', async () => {
    const png = await convertHeic(services, upload(fs.readFileSync(HEIC), 'hello.heic'));
    expect(png.headers.get('Content-Type')).toBe('image/png');
    expect(
      Buffer.from(await png.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    await expect(
      convertHeic(services, upload('<html><script>alert(1)</script>', 'page.heic')),
    ).rejects.toMatchObject({ kind: 'unprocessable' });
    await expect(convertHeic(services, upload('x', 'x.txt'))).rejects.toThrow('Select a HEIC');
  }, 60_000);
});

describe('health', () => {
  it('says what is not set up, and reads a sample when asked for everything', async () => {
    const { checks } = await checkHealth(services);
    const stateOf = (key: string) => checks.find((check) => check.key === key)?.state;
    expect(stateOf('database')).toBe('good');
    expect(stateOf('mail')).toBe('warn');
    expect(stateOf('books')).toBe('warn');
    for (const { state, fix } of checks) if (state !== 'good') expect(fix).not.toBeNull();
    const thorough = await checkHealth(services, { isThorough: true });
    expect(thorough.checks.find(({ key }) => key === 'readers')).toMatchObject({ state: 'good' });
  }, 60_000);

  it('names a provider whose calls fail, and emails that could not be sent', async () => {
    const own = testServices({ SMTP_URL: 'smtp://127.0.0.1:1' });
    await seedModels(own.prisma);
    const { actor } = await own.signUp();
    const messageOf = async (key: string) =>
      (await checkHealth(own)).checks.find((check) => check.key === key)?.message;
    expect(await messageOf('mail')).toContain('Sent by SMTP.');
    for (let call = 0; call < 6; call++)
      own.stats.recordRequest({ provider: 'openai', isFailure: call > 1, ms: 10 });
    await own.stats.flush();
    const dueAt = BigInt(own.clock() - 60 * 60 * 1000);
    await own.prisma.mail.create({
      data: {
        userId: actor.userId,
        kind: 'receipt',
        about: '1',
        dueAt,
        attempts: 3,
        attemptedAt: BigInt(own.clock()),
        lastError: '535 5.7.8 Authentication failed',
      },
    });
    expect(await messageOf('providers')).toBe('Most calls since yesterday have failed: OpenAI (4 of 6).');
    expect(await messageOf('mail')).toBe(
      '1 email could not be sent since yesterday. Last, at 2026-11-20 09:00 UTC: 535 5.7.8 Authentication failed',
    );
    await own.close();
  });

  it('names a provider whose last five calls failed, with what it said and when, until it works again', async () => {
    const own = testServices();
    await seedModels(own.prisma);
    const providers = async () => (await checkHealth(own)).checks.find(({ key }) => key === 'providers');
    const fail = (kind: ProviderFailureKind) => {
      const facts = { message: 'OpenAI refused the key.', status: 401, vendorCode: 'invalid_api_key' };
      const error = new ProviderFailure({ kind, sent: true, certain: true, ...facts });
      own.stats.recordRequest({ provider: 'openai', isFailure: true, ms: 5, error });
    };
    for (let call = 0; call < 6; call += 1) fail('refused'); // the requests' own fault
    for (let call = 0; call < 4; call += 1) fail('unauthorised');
    expect((await providers())?.state).not.toBe('bad');
    fail('unauthorised');
    expect(await providers()).toMatchObject({
      state: 'bad',
      message:
        'OpenAI: 5 of the last 11 calls failed. Last, at 2026-11-20 09:00 UTC: OpenAI refused the key. (401, invalid_api_key)',
    });
    own.stats.recordRequest({ provider: 'openai', isFailure: false, ms: 5 });
    expect((await providers())?.state).not.toBe('bad');
    await own.close();
  });

  it('names a provider that failed half of its last twenty calls', async () => {
    const own = testServices();
    await seedModels(own.prisma);
    for (let call = 0; call < 20; call += 1) {
      const facts = { kind: 'overloaded', sent: true, certain: true, message: 'Too busy.' } as const;
      const error = call % 2 === 0 ? new ProviderFailure(facts) : undefined;
      own.stats.recordRequest({ provider: 'openai', isFailure: error !== undefined, ms: 5, error });
    }
    const { checks } = await checkHealth(own);
    expect(checks.find(({ key }) => key === 'providers')?.message).toContain(
      '10 of the last 20 calls failed',
    );
    await own.close();
  });

  it('says when nothing can be written where people’s files go', async () => {
    const own = testServices();
    const files = path.join(own.directory, 'files');
    const filesCheck = async () => (await checkHealth(own)).checks.find(({ key }) => key === 'files');
    expect(await filesCheck()).toMatchObject({ state: 'good' });
    expect(fs.readdirSync(files)).toEqual([]);
    fs.rmSync(files, { recursive: true });
    fs.writeFileSync(files, 'in the way');
    expect(await filesCheck()).toMatchObject({
      state: 'bad',
      message: expect.stringContaining(files) as string,
    });
    await own.close();
  });

  it('does not say that only this machine reaches a server that a proxy passes requests to', async () => {
    const own = testServices({ APP_URL: '' });
    const address = async () => (await checkHealth(own)).checks.find(({ key }) => key === 'address');
    expect(await address()).toMatchObject({ state: 'good' });
    own.proxyWatch.noteUntrusted('127.0.0.1');
    expect(await address()).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('APP_URL is not set') as string,
    });
    await own.close();
  });

  describe('of the address', () => {
    const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };
    const addressCheck = async (appUrl: string, url: string, headers: Record<string, string> = {}) => {
      const own = testServices({ APP_URL: appUrl });
      const { checks } = await checkHealth(own, { request: new Request(url, { headers }) });
      await own.close();
      return checks.find(({ key }) => key === 'address');
    };

    it.each<[string, string, string, Record<string, string>?]>([
      ['not set, asked by name', '', 'http://prompts.example.org/admin/health'],
      [
        'not set, behind a proxy that hides the name',
        '',
        'http://127.0.0.1:3000/admin/health.data',
        {
          ...SAME_ORIGIN,
          Referer: 'https://prompts.example.org/admin/health',
        },
      ],
      ['of another server', 'https://old.example.org', 'https://prompts.example.org/admin/health'],
      ['of this machine', 'http://localhost:3000', 'http://prompts.example.org/admin/health'],
    ])('names both when APP_URL is wrong: %s', async (_, ...given) => {
      expect(await addressCheck(...given)).toMatchObject({
        state: 'warn',
        message: expect.stringMatching(
          /^You opened this server as prompts\.example\.org, but APP_URL is /,
        ) as string,
        fix: expect.stringContaining('APP_URL') as string,
      });
    });

    it.each<[string, string, string, Record<string, string>?]>([
      ['the public address', 'https://prompts.example.org', 'https://prompts.example.org/admin/health'],
      ['a port that the proxy hides', 'https://prompts.example.org:8443', 'http://prompts.example.org/x'],
      ['this machine', 'https://prompts.example.org', 'http://localhost:3000/admin/health'],
      [
        'a link on another site',
        'https://prompts.example.org',
        'https://prompts.example.org/admin/health',
        {
          'Sec-Fetch-Site': 'cross-site',
          Referer: 'https://wiki.example.org/',
        },
      ],
      ['this machine, without APP_URL', '', 'http://127.0.0.1:3000/admin/health'],
    ])('is good when it is opened by %s', async (_, ...given) => {
      expect(await addressCheck(...given)).toMatchObject({ state: 'good' });
    });
  });

  it('sends a test email to whoever asks', async () => {
    await sendTestMail(services, root);
    expect((await services.mails()).at(-1)).toMatchObject({ subject: 'Test email from Promptwell' });
  });
});

describe('the support bundle', () => {
  it('has what helps, and no secret, address or person', async () => {
    const text = await (await makeSupportBundle(services, root)).text();
    expect(JSON.parse(text)).toMatchObject({
      node: process.version,
      settings: { OPENAI_API_KEY: 'set', BAIQL_WORKERS: 2 },
      database: { users: 1 },
    });
    expect(text).not.toContain('SMTP_URL":'); // left empty, which is not set
    for (const secret of [SECRET, root.email, root.userId, 'Lovelace']) expect(text).not.toContain(secret);
    expect(await services.prisma.auditEvent.count({ where: { action: 'diagnostics.bundle' } })).toBe(1);
  });

  it('has the name of a setting where a check says what is set', async () => {
    const own = testServices({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: '"Ada Lovelace" <ada@example.org>',
      APP_URL: 'http://ada.example.org',
    });
    try {
      const { actor } = await own.signUp({ roles: ['admin'] });
      const text = await (await makeSupportBundle(own, actor)).text();
      expect(text).toContain('Sent by SMTP. The sender is MAIL_FROM.');
      expect(text).toContain('free for DATA_DIR.');
      for (const said of ['Lovelace', 'ada@', 'ada.example.org', own.env.DATA_DIR])
        expect(text).not.toContain(said);
    } finally {
      await own.close();
    }
  });
});
