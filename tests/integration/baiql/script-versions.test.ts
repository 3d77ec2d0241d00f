import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddedSamples, ListedVersion, SavedScript } from '../../../app/features/baiql/index.server';
import { fileApi } from '../../support/baiql-files';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';
import { makeUserWithRole } from '../../support/users-with-roles';
import { apiOf } from '../../support/server';

let paying: PayingServer;

beforeAll(async () => {
  paying = await sharePayingServer();
});
afterAll(() => paying.close());

const create = async (content: string): Promise<SavedScript> =>
  (await paying.api<SavedScript>('POST', '/api/baiql/scripts', { name: 'Grading', content })).body;
const save = (id: string, body: Record<string, unknown>) =>
  paying.api<SavedScript & { code?: string }>('PUT', `/api/baiql/scripts/${id}`, {
    name: 'Grading',
    ...body,
  });
const versionsOf = async (id: string): Promise<ListedVersion[]> =>
  (await paying.api<ListedVersion[]>('GET', `/api/baiql/scripts/${id}/versions`)).body;

describe('two who change one script', () => {
  it('are told apart: the second save is refused, and nothing is overwritten', async () => {
    const { scriptId, version } = await create('# one');
    const first = await save(scriptId, { content: '# mine', baseVersion: version });
    expect(first).toMatchObject({ status: 200, body: { version: version + 1 } });
    const second = await save(scriptId, { content: '# theirs', baseVersion: version });
    expect(second).toMatchObject({ status: 409, body: { code: 'script_changed', version: version + 1 } });
    const kept = await paying.api<SavedScript>('GET', `/api/baiql/scripts/${scriptId}`);
    expect(kept.body.content).toBe('# mine');
    const replaced = await save(scriptId, { content: '# theirs', baseVersion: version + 1 });
    expect(replaced).toMatchObject({ status: 200, body: { version: version + 2, content: '# theirs' } });
  });

  it('one of whom saves at the same time as the other, have one winner', async () => {
    const { scriptId, version: baseVersion } = await create('# one');
    const answers = await Promise.all(
      ['# a', '# b', '# c', '# d'].map((content) => save(scriptId, { content, baseVersion })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('do not include a save whose answer was lost and that comes again', async () => {
    const { scriptId, version: baseVersion } = await create('# one');
    const body = { content: '# two', baseVersion };
    const answers = [await save(scriptId, body), await save(scriptId, body)];
    expect(answers.map(({ status, body: { version } }) => ({ status, version }))).toEqual([
      { status: 200, version: 2 },
      { status: 200, version: 2 },
    ]);
  });
});

describe('the versions of a script', () => {
  it('are what each save left, the newest first, each with its text', async () => {
    const { scriptId } = await create('# one');
    await save(scriptId, { content: '# two' });
    await paying.api('PATCH', `/api/baiql/scripts/${scriptId}`, { name: 'Essays' });
    const versions = await versionsOf(scriptId);
    expect(versions.map(({ version, name }) => [version, name])).toEqual([
      [3, 'Essays'],
      [2, 'Grading'],
      [1, 'Grading'],
    ]);
    const first = await paying.api('GET', `/api/baiql/scripts/${scriptId}/versions/1`);
    expect(first).toMatchObject({ status: 200, body: { content: '# one', isAutosave: false } });
  });

  it('do not grow by a save that changes nothing', async () => {
    const { scriptId } = await create('# one');
    await save(scriptId, { content: '# one' });
    expect(await versionsOf(scriptId)).toHaveLength(1);
  });

  it('of another person do not exist', async () => {
    const { scriptId } = await create('# secret');
    const other = await makeUserWithRole(paying.server, 'paiduser');
    const api = apiOf(paying.server.origin, other.token);
    for (const path of ['versions', 'versions/1']) {
      expect((await api('GET', `/api/baiql/scripts/${scriptId}/${path}`)).status).toBe(404);
    }
    expect((await api('PATCH', `/api/baiql/scripts/${scriptId}`, { name: 'Theirs' })).status).toBe(404);
  });
});

describe('what surrounds a script', () => {
  it('is one’s files, the columns of the tables that it loads, and the models', async () => {
    const { token } = await makeUserWithRole(paying.server, 'paiduser');
    const files = fileApi(paying.server.origin, token);
    await files.upload('/data/input/', { 'rows.csv': 'Name,Town\nAnn,Cork\n' });
    const scriptContent = 'BATCH_START\nLOAD rows.csv AS FILE\nEND_BATCH\n';
    const api = apiOf(paying.server.origin, token);
    const answer = await api('POST', '/api/baiql/environment', { scriptContent });
    expect(answer).toMatchObject({
      status: 200,
      body: { files: ['/data/input/rows.csv'], headers: { '/data/input/rows.csv': ['Name', 'Town'] } },
    });
  });
});

describe('the sample files of a template', () => {
  it('are added once, and never take the place of another file unasked', async () => {
    const { token } = await makeUserWithRole(paying.server, 'paiduser');
    const api = apiOf(paying.server.origin, token);
    const add = (body: Record<string, unknown>) =>
      api<AddedSamples>('POST', '/api/baiql/templates/mail-merge/files', body);
    const files = fileApi(paying.server.origin, token);
    await files.upload('/data/input/', { 'families.csv': 'mine' });
    const first = (await add({})).body;
    expect(first.different).toEqual(['/data/input/families.csv']);
    expect(first.added).toEqual(['/data/input/trip.md']);
    expect((await add({})).body).toEqual({
      added: [],
      unchanged: ['/data/input/trip.md'],
      different: ['/data/input/families.csv'],
    });
    expect((await files.download('/data/input/families.csv')).text).toBe('mine');
    expect((await add({ replace: true })).body.added).toEqual(['/data/input/families.csv']);
  });
});
