import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryArea, temporaryFolder } from '../test-support/temporary-area.js';
import { patternMatcher } from '@promptwell/baiql-lang';
import {
  compareNatural,
  FileError,
  listFiles,
  sanitizeName,
  openForReading,
  resolveExisting,
  resolveForWriting,
  toVirtualPath,
} from './index.js';

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof FileError) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('a written path', () => {
  test('is taken below its folder, however it is written', () => {
    expect(toVirtualPath('essays/a.pdf')).toBe('/data/input/essays/a.pdf');
    expect(toVirtualPath('./essays//a.pdf')).toBe('/data/input/essays/a.pdf');
    expect(toVirtualPath('essays\\a.pdf')).toBe('/data/input/essays/a.pdf');
    expect(toVirtualPath('grades.csv', '/data/output/')).toBe('/data/output/grades.csv');
    expect(toVirtualPath('/data/output/x.txt')).toBe('/data/output/x.txt');
    expect(toVirtualPath('essays/')).toBe('/data/input/essays/');
    expect(toVirtualPath('../roster.csv', '/data/input/june/')).toBe('/data/input/roster.csv');
    expect(toVirtualPath('cafe\u0301.pdf')).toBe('/data/input/caf\u00e9.pdf');
  });

  test.each([
    '../secret',
    'essays/../../secret',
    '..\\secret',
    '/etc/passwd',
    '/data/inputs/x',
    '/data',
    'C:\\Windows\\x',
    '\\\\server\\share',
  ])('%j that leaves the area is refused', (written) => {
    expect(codeOf(() => toVirtualPath(written))).toBe('leaves-area');
  });

  test.each(['a\0.txt', 'a\n.txt', 'nul', 'essays/COM1.txt', 'x'.repeat(300), 'a/'.repeat(600)])(
    '%j with a name that no system should open is refused',
    (written) => {
      expect(codeOf(() => toVirtualPath(written))).toBe('bad-name');
    },
  );

  test('never resolves to anything outside, whatever it is', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '/', '\\', 'data', 'input', 'output', '~', '\0'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        let virtual: string;
        try {
          virtual = toVirtualPath(parts.join('/'));
        } catch (error) {
          return error instanceof FileError;
        }
        return /^\/data\/(?:input|output)(?:\/|$)/u.test(path.posix.normalize(virtual));
      }),
    );
  });
});

describe('the disk behind the area', () => {
  test('is not reached through links that lead out', async () => {
    const outside = await temporaryFolder();
    await writeFile(path.join(outside, 'secret.txt'), 'secret');
    const area = await temporaryArea({ 'a.txt': 'a' });
    await symlink(outside, path.join(area.inputRoot, 'door'));
    await symlink(path.join(outside, 'secret.txt'), path.join(area.inputRoot, 'leak.txt'));
    await symlink(path.join(area.inputRoot, 'a.txt'), path.join(area.inputRoot, 'inner.txt'));

    await expect(resolveExisting(area, '/data/input/door/secret.txt')).rejects.toMatchObject({
      code: 'leaves-area',
    });
    await expect(openForReading(area, '/data/input/leak.txt')).rejects.toMatchObject({ code: 'leaves-area' });
    await expect(resolveForWriting(area, '/data/input/door/new.txt')).rejects.toMatchObject({
      code: 'leaves-area',
    });
    await expect(resolveForWriting(area, '/data/input/door/deep/new.txt')).rejects.toMatchObject({
      code: 'leaves-area',
    });
    expect((await listFiles(area, '/data/input/')).map((file) => file.name)).toEqual(['a.txt', 'inner.txt']);
    expect(await listFiles(area, '/data/input/*/*.txt')).toEqual([]);
  });

  test('keeps a link to another user apart', async () => {
    const area = await temporaryArea();
    // A sibling whose name begins with the root's own.
    const sibling = `${area.inputRoot}-of-another`;
    await mkdir(sibling);
    await writeFile(path.join(sibling, 'x.txt'), 'x');
    await symlink(sibling, path.join(area.inputRoot, 'door'));
    await expect(resolveExisting(area, '/data/input/door/x.txt')).rejects.toMatchObject({
      code: 'leaves-area',
    });
  });

  test('gives files to read and folders made to write into', async () => {
    const area = await temporaryArea({ 'essays/a.txt': 'hello' });
    const opened = await openForReading(area, '/data/input/essays/a.txt');
    expect(await opened.handle.readFile('utf8')).toBe('hello');
    await opened.handle.close();
    const target = await resolveForWriting(area, '/data/output/2024/may/b.txt');
    await writeFile(target, 'b');
    expect(await readFile(path.join(area.outputRoot, '2024/may/b.txt'), 'utf8')).toBe('b');
    await expect(resolveForWriting(area, '/data/output/2024')).rejects.toMatchObject({ code: 'not-a-file' });
    await expect(resolveForWriting(area, '/data/output/2024/may/b.txt/c')).rejects.toMatchObject({
      code: 'not-a-folder',
    });
    await expect(openForReading(area, '/data/input/essays')).rejects.toMatchObject({ code: 'not-a-file' });
    await expect(openForReading(area, '/data/input/none')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('finds names that a Mac stored decomposed', async () => {
    const area = await temporaryArea({ 'cafe\u0301.txt': 'x' });
    await expect(resolveExisting(area, '/data/input/caf\u00e9.txt')).resolves.toContain('cafe\u0301.txt');
  });

  test('finds such names in a folder whose own name is composed, and leaves none of its files out', async () => {
    const area = await temporaryArea({
      'r\u00e9sum\u00e9s/jose\u0301.txt': 'x',
      'r\u00e9sum\u00e9s/zo\u00eb.txt': 'x',
    });
    const found = await listFiles(area, '/data/input/r\u00e9sum\u00e9s/');
    expect(found.map(({ name }) => name.normalize('NFC'))).toEqual(['jos\u00e9.txt', 'zo\u00eb.txt']);
    await expect(resolveExisting(area, '/data/input/r\u00e9sum\u00e9s/jos\u00e9.txt')).resolves.toContain(
      'jose\u0301.txt',
    );
  });
});

describe('files of a folder or pattern', () => {
  test('come in natural order, without hidden ones and other folders', async () => {
    const area = await temporaryArea({
      'essays/essay10.txt': '',
      'essays/Essay2.txt': '',
      'essays/essay1.txt': '',
      'essays/.hidden': '',
      'essays/~$essay1.docx': '',
      'essays/old/essay3.txt': '',
      'essays/notes.pdf': '',
    });
    const names = async (virtual: string) =>
      (await listFiles(area, virtual)).map((file) => file.relativePath);
    expect(await names('/data/input/essays')).toEqual([
      'essay1.txt',
      'Essay2.txt',
      'essay10.txt',
      'notes.pdf',
    ]);
    expect(await names('/data/input/essays/*.TXT')).toEqual(['essay1.txt', 'Essay2.txt', 'essay10.txt']);
    expect(await names('/data/input/essays/**/*.txt')).toEqual([
      'essay1.txt',
      'Essay2.txt',
      'essay10.txt',
      'old/essay3.txt',
    ]);
    expect(await names('/data/input/essays/essay?.txt')).toEqual(['essay1.txt', 'Essay2.txt']);
    expect(await names('/data/input/*/essay1.txt')).toEqual(['essays/essay1.txt']);
    await expect(names('/data/input/none/*.txt')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('are ordered the same from any beginning', () => {
    const name = fc
      .array(fc.constantFrom('a', 'B', 'b', '1', '01', '10', '2', '/', 'é', ' '))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        const sorted = names.toSorted(compareNatural);
        expect(names.toReversed().toSorted(compareNatural)).toEqual(sorted);
      }),
    );
    expect(compareNatural('x9'.padEnd(60, '9'), 'x1'.padEnd(61, '0'))).toBeLessThan(0);
  });

  test('are matched in bounded time by hostile patterns', () => {
    const matches = patternMatcher(`${'*a'.repeat(200)}b`);
    expect(matches('a'.repeat(5_000))).toBe(false);
    expect(patternMatcher('**/'.repeat(50))('a/'.repeat(200))).toBe(true);
  });
});

describe('a safe name', () => {
  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['a\0b.txt', 'ab.txt'],
    ['CON.txt', '_CON.txt'],
    ['  .hidden ', 'hidden'],
    ['what?.pdf', 'what_.pdf'],
    ['...', 'file'],
    ['report\u202efdp.exe', 'reportfdp.exe'],
  ])('is made of %j', (text, safe) => {
    expect(sanitizeName(text)).toBe(safe);
  });

  test('is always one that a path may hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const name = sanitizeName(text);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
        expect(toVirtualPath(name)).toBe(`/data/input/${name}`);
      }),
    );
  });
});
