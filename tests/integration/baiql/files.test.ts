import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { imageSize } from '@promptwell/documents';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';
import { apiOf } from '../../support/server';
import { makeUserWithRole } from '../../support/users-with-roles';
import { fileApi } from '../../support/baiql-files';

const WAIT = { timeout: 120_000, interval: 20 };

let paying: PayingServer;
let files: ReturnType<typeof fileApi>;

beforeAll(async () => {
  paying = await sharePayingServer();
  files = fileApi(paying.server.origin, paying.token);
});
afterAll(() => paying.close());

describe('files', () => {
  it('go up many at once, with folders in their names, and come down as they were', async () => {
    const sent = await files.upload('/data/input/', {
      'roster.csv': 'name,mark\nAda,1\n',
      'essays/May/ünïcode.txt': 'Grüße',
    });
    expect(sent.status).toBe(201);
    expect(sent.body.entries.map((entry) => entry.path)).toEqual([
      '/data/input/roster.csv',
      '/data/input/essays/May/ünïcode.txt',
    ]);

    const listing = await files.list('/data/input/');
    expect(listing.status).toBe(200);
    expect(listing.body.path).toBe('/data/input/');
    expect(listing.body.entries).toEqual([
      expect.objectContaining({ name: 'essays', path: '/data/input/essays/', kind: 'folder' }),
      expect.objectContaining({ name: 'roster.csv', kind: 'file', size: 16 }),
    ]);
    expect(listing.body.quotaBytes).toBe(500 * 1024 * 1024);

    const download = await files.download('/data/input/essays/May/ünïcode.txt');
    expect(download.status).toBe(200);
    expect(Buffer.from(download.bytes).toString()).toBe('Grüße');
    expect(download.headers.get('Content-Disposition')).toBe(
      `attachment; filename="?n?code.txt"; filename*=UTF-8''%C3%BCn%C3%AFcode.txt`,
    );
    expect(download.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(download.headers.get('Content-Security-Policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(download.headers.get('Content-Type')).toBe('application/octet-stream');

    const zip = await files.archive('/data/input/');
    expect(zip.headers.get('Content-Type')).toBe('application/zip');
    expect(Object.keys(unzipSync(zip.bytes))).toEqual(['essays/May/ünïcode.txt', 'roster.csv']);
  });

  it('get a name that every system can store, also from quotes, which forms write as %22', async () => {
    const sent = await files.upload('/data/input/', { 'the "final" 50%.txt': 'x' });
    expect(sent.body.entries.map(({ path: kept }) => kept)).toEqual(['/data/input/the _final_ 50%.txt']);
  });

  it('take the folder from the form also when it comes after the files', async () => {
    const form = new FormData();
    form.append('file', new File(['late'], 'late.txt'));
    form.append('path', '/data/input/later/');
    const answer = await files.send(form);
    expect(answer.body.entries.map((entry) => entry.path)).toEqual(['/data/input/later/late.txt']);
  });

  it('are read in the encoding that was chosen, also by the dry run', async () => {
    const path = '/data/input/encodings/names.csv';
    const form = new FormData();
    form.append('path', '/data/input/encodings/');
    form.append(
      'file',
      new File([Uint8Array.of(0x4e, 0x61, 0x6d, 0x65, 0x0a, 0xde, 0xfe, 0x0a)], 'names.csv'),
    );
    await files.send(form);
    const script = `BATCH_START "b" EXECUTE\n  LOAD "encodings/names.csv" AS FILE\n  PROMPT "Greet {NAME}"\n  RUN\n  OUTPUT "o.csv"\nEND_BATCH\n`;
    const estimate = async (): Promise<string> => {
      const begun = await paying.api<{ estimateId: string }>('POST', '/api/baiql/estimates', {
        scriptContent: script,
      });
      const address = `/api/baiql/estimates/${begun.body.estimateId}`;
      return vi.waitFor(async () => {
        const { body } = await paying.api<{ validation: object | null }>('GET', address);
        expect(body.validation, JSON.stringify(body)).not.toBeNull();
        return JSON.stringify(body.validation);
      }, WAIT);
    };
    expect(await estimate()).toContain('can be read in more than one way');

    const change = (encoding: string | null) => paying.api('PATCH', '/api/baiql/files', { path, encoding });
    expect((await change('latin5')).status).toBe(200);
    expect(await estimate()).toContain('Şş');
    expect(await estimate()).not.toContain('in more than one way');
    const preview = await paying.api(
      'GET',
      `/api/baiql/files/preview?${new URLSearchParams({ path }).toString()}`,
    );
    expect(preview.body).toMatchObject({ encoding: { encoding: 'windows-1254', isChosen: true } });
    expect((await change('klingon')).status).toBe(400);
    expect((await change(null)).status).toBe(200);
    expect(await estimate()).toContain('in more than one way');
  });

  it('are renamed, moved, replaced and deleted', async () => {
    await files.upload('/data/input/', { 'a.txt': 'first' });
    await files.upload('/data/input/', { 'a.txt': 'second' });
    const renamed = await paying.api('PATCH', '/api/baiql/files', {
      path: '/data/input/a.txt',
      to: '/data/input/old/b.txt',
    });
    expect(renamed.body).toMatchObject({ path: '/data/input/old/b.txt', size: 6 });
    await files.upload('/data/input/', { 'taken.txt': 'another' });
    const taken = await paying.api('PATCH', '/api/baiql/files', {
      path: '/data/input/old/b.txt',
      to: '/data/input/taken.txt',
    });
    expect(taken.status).toBe(409);
    const removed = await paying.api('DELETE', '/api/baiql/files?path=/data/input/old/b.txt');
    expect(removed.status).toBe(204);
    expect((await files.download('/data/input/old/b.txt')).status).toBe(404);
  });

  it.each([
    ['/data/input/../../app.db', 400],
    ['../app.db', 400],
    ['/etc/passwd', 400],
    ['/data/input/..\\..\\app.db', 400],
    ['/data/input/nul', 400],
    ['/data/input/a\u0000b', 400],
    ['/data/input/none.txt', 404],
  ])('outside of the own area do not exist: %j', async (path, status) => {
    expect((await files.download(path)).status).toBe(status);
    const removed = await paying.api('DELETE', `/api/baiql/files?path=${encodeURIComponent(path)}`);
    expect(removed.status).toBe(status);
  });

  it.each([['../../escape.txt'], ['a/../../../escape.txt']])(
    'never leave the area by their name: %j',
    async (name) => {
      const answer = await files.upload('/data/input/', { [name]: 'x' });
      expect(answer.status).toBe(400);
      expect((await files.list('/data/input/')).body.entries.map((entry) => entry.name)).not.toContain(
        'escape.txt',
      );
    },
  );

  it('of another person do not exist', async () => {
    await files.upload('/data/input/', { 'mine.txt': 'mine' });
    const other = await makeUserWithRole(paying.server, 'paiduser');
    const theirs = fileApi(paying.server.origin, other.token);
    expect((await theirs.list('/data/input/')).body.entries).toEqual([]);
    expect((await theirs.download('/data/input/mine.txt')).status).toBe(404);
  });

  it('go up from many people at the same time, each in its turn', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `at-once-${index}.txt`);
    const answers = await Promise.all(
      names.map((name) => files.upload('/data/input/crowd/', { [name]: name })),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    expect((await files.list('/data/input/crowd/')).body.entries.map(({ name }) => name)).toEqual(names);
  });

  it('can be left in the middle of a download: the file is closed, and the server goes on', async () => {
    await files.upload('/data/input/', { 'large.txt': 'x'.repeat(8 * 1024 * 1024) });
    for (const what of ['content?path=/data/input/large.txt', 'archive?path=/data/input/']) {
      const leave = new AbortController();
      const response = await fetch(`${paying.server.origin}/api/baiql/files/${what}`, {
        headers: { Authorization: `Bearer ${paying.token}` },
        signal: leave.signal,
      });
      await response.body?.getReader().read();
      leave.abort();
    }
    expect((await files.download('/data/input/large.txt')).bytes).toHaveLength(8 * 1024 * 1024);
    expect(paying.server.output()).not.toContain('request failed');
  });

  it('are refused in a sentence when the form is none, empty or broken off', async () => {
    const noForm = await paying.api('POST', '/api/baiql/files', { path: '/data/input/' });
    expect(noForm.status).toBe(400);
    expect(String(noForm.body.message)).toContain('form');
    const empty = new FormData();
    empty.append('path', '/data/input/');
    expect((await files.send(empty)).status).toBe(400);
    const broken = await fetch(`${paying.server.origin}/api/baiql/files`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${paying.token}`,
        'Content-Type': 'multipart/form-data; boundary=x',
      },
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="half.txt"\r\n\r\nhal',
    });
    expect(broken.status).toBe(400);
    expect((await files.download('/data/input/half.txt')).status).toBe(404);
  });
});

describe('what is in a file', () => {
  const look = (what: 'preview' | 'picture', path: string, token = paying.token) =>
    fetch(`${paying.server.origin}/api/baiql/files/${what}?${new URLSearchParams({ path }).toString()}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
  const example = (name: string) =>
    readFile(path.resolve('packages/baiql-runtime/examples/contract-analysis/files', name));
  const put = async (name: string, content: Buffer) => {
    const form = new FormData();
    form.append('path', '/data/input/');
    form.append('file', new File([new Uint8Array(content)], name));
    await files.send(form);
    return `/data/input/${name}`;
  };

  it('is shown as a table, with the names that a prompt has for its columns', async () => {
    const table = await put('marks.csv', Buffer.from('Student Name;Mark\nAda;1\n'));
    expect(await (await look('preview', table)).json()).toEqual({
      kind: 'table',
      columns: ['Student Name', 'Mark'],
      placeholders: ['{STUDENT_NAME}', '{MARK}'],
      rows: [['Ada', '1']],
      isWhole: true,
    });
  });

  it('is shown page by page, drawn anew as a picture', async () => {
    const pdf = await put('playbook.pdf', await example('playbook.pdf'));
    expect(await (await look('preview', pdf)).json()).toMatchObject({ kind: 'pages', pageCount: 2 });
    const picture = await look('picture', pdf);
    expect(picture.headers.get('Content-Type')).toBe('image/png');
    expect(imageSize(new Uint8Array(await picture.arrayBuffer()))).toMatchObject({ format: 'png' });
  });

  it('is refused in a sentence when it is not what its name says', async () => {
    const page = await put('photo.png', Buffer.from('<script>alert(1)</script>'));
    const drawn = await look('picture', page);
    expect(drawn.status).toBe(422);
    expect(await drawn.json()).toMatchObject({ code: 'no_picture' });
    expect((await look('preview', '/data/input/none.csv')).status).toBe(404);
    expect((await look('preview', '/data/input/../../app.db')).status).toBe(400);
  });

  it('is nobody else’s to see', async () => {
    const mine = await put('mine.csv', Buffer.from('a\n1\n'));
    const other = await makeUserWithRole(paying.server, 'paiduser');
    expect((await look('preview', mine, other.token)).status).toBe(404);
    expect((await look('preview', mine, await paying.freeToken())).status).toBe(403);
  });
});

describe('people without a paid role', () => {
  it('are told that BAIQL is for Pro and Admin', async () => {
    const api = apiOf(paying.server.origin, await paying.freeToken());
    for (const address of [
      '/api/baiql/files',
      '/api/baiql/scripts',
      '/api/baiql/files/content?path=/data/input/a',
    ]) {
      expect(await api('GET', address)).toMatchObject({
        status: 403,
        body: { message: 'Pro or Admin users only' },
      });
    }
    expect((await apiOf(paying.server.origin)('GET', '/api/baiql/files')).status).toBe(401);
  });
});
