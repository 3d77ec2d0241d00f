import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type Area, PARTIAL_PREFIX, measureUsage } from '../paths/index.js';
import { temporaryArea, temporaryFolder } from '../test-support/temporary-area.js';
import {
  archiveFolder,
  deleteEntry,
  listFolder,
  openDownload,
  removePartialFiles,
  renameEntry,
  saveFile,
  type AreaEntry,
} from './index.js';

const quotaBytes = 1_000;

async function* pieces(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}

function save(
  area: Area,
  name: string,
  content: AsyncIterable<Uint8Array>,
  folder = '/data/input/',
): Promise<AreaEntry> {
  return saveFile(area, { folder, name, quotaBytes }, content);
}

describe('a folder', () => {
  test('is listed with what is used of the quota', async () => {
    const area = await temporaryArea({
      'essay10.txt': '12345',
      'essay2.txt': '1',
      'old/a.txt': '123',
      '.unfinished-1': '1',
    });
    await utimes(path.join(area.inputRoot, 'essay2.txt'), 1_700_000_000, 1_700_000_000);
    await writeFile(path.join(area.outputRoot, 'grades.csv'), '1234');
    const listing = await listFolder(area, '/data/input', quotaBytes);
    expect(listing).toMatchObject({ path: '/data/input/', usedBytes: 14, quotaBytes: 1_000 });
    expect(listing.entries.map(({ path: at, kind, size }) => [at, kind, size])).toEqual([
      ['/data/input/old/', 'folder', 0],
      ['/data/input/essay2.txt', 'file', 1],
      ['/data/input/essay10.txt', 'file', 5],
    ]);
    expect(listing.entries[1]).toMatchObject({ name: 'essay2.txt', modifiedAt: '2023-11-14T22:13:20.000Z' });
    await expect(listFolder(area, '/data/input/none', quotaBytes)).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(listFolder(area, '/data/input/essay2.txt', quotaBytes)).rejects.toMatchObject({
      code: 'not-a-folder',
    });
    await expect(listFolder(area, '/data/', quotaBytes)).rejects.toMatchObject({ code: 'leaves-area' });
  });
});

describe('saving a file', () => {
  test('makes its folders, and replaces one of that name', async () => {
    const area = await temporaryArea();
    expect(await save(area, 'essays/May/é?.txt', pieces('he', 'llo'))).toMatchObject({
      path: '/data/input/essays/May/é_.txt',
      kind: 'file',
      size: 5,
    });
    await save(area, 'é?.txt', pieces('new'), '/data/input/essays/May');
    expect(await readFile(path.join(area.inputRoot, 'essays/May/é_.txt'), 'utf8')).toBe('new');
    expect(await readdir(path.join(area.inputRoot, 'essays/May'))).toEqual(['é_.txt']);
  });

  test.each([
    ['../../x.txt', '/data/input/', 'leaves-area'],
    ['a/../../x.txt', '/data/input/', 'leaves-area'],
    ['x.txt', '/data/', 'leaves-area'],
    ['x.txt', '/data/input/../..', 'leaves-area'],
    ['', '/data/input/', 'bad-name'],
    ['essays', '/data/input/', 'not-a-file'],
    ['a.txt/b.txt', '/data/input/', 'not-a-folder'],
  ])('%j into %s is refused', async (name, folder, code) => {
    const area = await temporaryArea({ 'a.txt': '', 'essays/b.txt': '' });
    await expect(save(area, name, pieces('x'), folder)).rejects.toMatchObject({ name: 'FileError', code });
    expect(await measureUsage(area)).toMatchObject({ bytes: 0 });
  });

  test('stops as soon as it passes the quota, and leaves nothing', async () => {
    const area = await temporaryArea({ 'old.txt': 'x'.repeat(400) });
    const asked: number[] = [];
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let number = 1; ; number += 1) {
        asked.push(number);
        yield await Promise.resolve(Buffer.alloc(100));
      }
    }
    await expect(save(area, 'new.txt', endless())).rejects.toMatchObject({ code: 'over-quota' });
    expect(asked).toHaveLength(7);
    expect(await readdir(area.inputRoot)).toEqual(['old.txt']);
    // The quota itself may be used up.
    await save(area, 'new.txt', pieces('x'.repeat(600)));
    // Replacing a file frees its space.
    await save(area, 'old.txt', pieces('y'.repeat(400)));
  });

  test('never passes the quota with several at once', async () => {
    const area = await temporaryArea();
    const saved = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        save(area, `f${index}.txt`, pieces('x'.repeat(200), 'y'.repeat(100))),
      ),
    );
    expect(saved.some((result) => result.status === 'rejected')).toBe(true);
    expect((await measureUsage(area)).bytes).toBeLessThanOrEqual(quotaBytes);
    expect((await readdir(area.inputRoot)).filter((name) => name.startsWith(PARTIAL_PREFIX))).toEqual([]);
  });

  test('that breaks off leaves the earlier file as it was', async () => {
    const area = await temporaryArea({ 'a.txt': 'earlier' });
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('half'));
      throw new Error('The connection was lost.');
    }
    await expect(save(area, 'a.txt', broken())).rejects.toThrow('The connection was lost.');
    expect(await readdir(area.inputRoot)).toEqual(['a.txt']);
    expect(await readFile(path.join(area.inputRoot, 'a.txt'), 'utf8')).toBe('earlier');
  });

  test('cut short by a crash is cleaned up later, but not while it goes on', async () => {
    const area = await temporaryArea({ 'x/.unfinished-old': 'x', 'x/.unfinished-new': 'x', 'x/a.txt': 'x' });
    await utimes(path.join(area.inputRoot, 'x/.unfinished-old'), 1_000, 1_000);
    expect(await removePartialFiles(area, new Date(2_000_000))).toBe(1);
    expect((await readdir(path.join(area.inputRoot, 'x'))).toSorted()).toEqual(['.unfinished-new', 'a.txt']);
  });
});

describe('a file or folder', () => {
  test('is renamed, or moved', async () => {
    const area = await temporaryArea({ 'a.txt': 'a', 'essays/b.txt': 'b' });
    expect(await renameEntry(area, { path: '/data/input/a.txt', to: 'c:?.txt' })).toMatchObject({
      name: 'c__.txt',
    });
    expect(
      await renameEntry(area, { path: '/data/input/c__.txt', to: '/data/output/deep/d.txt' }),
    ).toMatchObject({
      path: '/data/output/deep/d.txt',
    });
    expect(await renameEntry(area, { path: '/data/input/essays/', to: 'work' })).toMatchObject({
      path: '/data/input/work/',
    });
    expect(await readdir(area.inputRoot)).toEqual(['work']);
  });

  test.each([
    ['/data/input/a.txt', 'b.txt', 'exists'],
    ['/data/input/a.txt', 'folder', 'exists'],
    ['/data/input/a.txt', '../x.txt', 'leaves-area'],
    ['/data/input/a.txt', '/etc/x.txt', 'leaves-area'],
    ['/data/input/none.txt', 'x.txt', 'not-found'],
    ['/data/input/', 'x', 'bad-name'],
    ['/data/input/folder', '/data/input/folder/inner', 'bad-name'],
    ['/data/input/folder', '/data/output/', 'bad-name'],
  ])('%s is not renamed to %s', async (from, to, code) => {
    const area = await temporaryArea({ 'a.txt': 'a', 'b.txt': 'b', 'folder/c.txt': 'c' });
    await expect(renameEntry(area, { path: from, to })).rejects.toMatchObject({ name: 'FileError', code });
    expect(await readFile(path.join(area.inputRoot, 'b.txt'), 'utf8')).toBe('b');
  });

  test('is not lost when several take one name at once, or one takes several', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `${String(i)}.txt`);
    const area = await temporaryArea(Object.fromEntries(names.map((name) => [name, name])));
    const codeOf = (change: { path: string; to: string }) =>
      renameEntry(area, change).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code,
      );
    const toOne = await Promise.all(
      names.map((name) => codeOf({ path: `/data/input/${name}`, to: 'one.txt' })),
    );
    expect(toOne.sort()).toEqual(['done', ...Array<string>(19).fill('exists')]);
    expect(await readdir(area.inputRoot)).toHaveLength(20);

    const ofOne = await Promise.all(
      names.map((name) => codeOf({ path: '/data/input/one.txt', to: `new ${name}` })),
    );
    expect(ofOne.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(ofOne.filter((outcome) => outcome === 'not-found')).toHaveLength(19);
    expect(await readdir(area.inputRoot)).toHaveLength(20);
  });

  test('is deleted by all who delete it at once', async () => {
    const area = await temporaryArea({ 'essays/a.txt': 'a' });
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => deleteEntry(area, '/data/input/essays')),
    );
    for (const each of all.filter(({ status }) => status === 'rejected')) {
      expect(each).toMatchObject({ reason: { code: 'not-found' } });
    }
    expect(await readdir(area.inputRoot)).toEqual([]);
  });

  test('is deleted, a link without what it leads to', async () => {
    const outside = await temporaryFolder();
    await writeFile(path.join(outside, 'keep.txt'), 'keep');
    const area = await temporaryArea({ 'essays/deep/b.txt': 'b', 'a.txt': 'a' });
    await symlink(outside, path.join(area.inputRoot, 'essays/door'));
    await deleteEntry(area, '/data/input/essays');
    await deleteEntry(area, '/data/input/a.txt');
    expect(await readdir(area.inputRoot)).toEqual([]);
    expect(await readdir(outside)).toEqual(['keep.txt']);
    await expect(deleteEntry(area, '/data/input/a.txt')).rejects.toMatchObject({ code: 'not-found' });
    await expect(deleteEntry(area, '/data/output/')).rejects.toMatchObject({ code: 'bad-name' });
  });

  test('is sent as a download', async () => {
    const area = await temporaryArea({ 'a.txt': 'hello', 'empty.txt': '' });
    const download = await openDownload(area, '/data/input/a.txt');
    expect(download).toMatchObject({ name: 'a.txt', sizeBytes: 5 });
    expect(await text(download.stream)).toBe('hello');
    expect(await text((await openDownload(area, '/data/input/empty.txt')).stream)).toBe('');
    await expect(openDownload(area, '/data/input/')).rejects.toMatchObject({ code: 'not-a-file' });
  });
});

describe('a zip of a folder', () => {
  test('holds everything in it, and nothing that links lead to', async () => {
    const outside = await temporaryFolder();
    await writeFile(path.join(outside, 'secret.txt'), 'secret');
    const area = await temporaryArea({ 'a.txt': 'a', 'deep/é.txt': 'é', '.unfinished-x': 'x' });
    await symlink(outside, path.join(area.inputRoot, 'door'));
    await symlink(area.inputRoot, path.join(area.inputRoot, 'deep/round'));
    await mkdir(path.join(area.inputRoot, 'hollow'));
    const archive = await archiveFolder(area, '/data/input/');
    expect(archive.name).toBe('input.zip');
    const files = unzipSync(await buffer(archive.stream));
    expect(Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString()])).toEqual([
      ['a.txt', 'a'],
      ['deep/é.txt', 'é'],
    ]);
  });

  test('of nothing is an empty zip, of a file is refused', async () => {
    const area = await temporaryArea({ 'a.txt': 'a' });
    expect(unzipSync(await buffer((await archiveFolder(area, '/data/output')).stream))).toEqual({});
    await expect(archiveFolder(area, '/data/input/a.txt')).rejects.toMatchObject({ code: 'not-a-folder' });
    await expect(archiveFolder(area, '/data/input/none/')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('breaks off when a file goes while it is made', async () => {
    const area = await temporaryArea({ 'a.txt': 'a'.repeat(300_000), 'b.txt': 'b' });
    const archive = await archiveFolder(area, '/data/input/');
    await deleteEntry(area, '/data/input/b.txt');
    await expect(buffer(archive.stream)).rejects.toMatchObject({ code: 'not-found' });
  });
});
