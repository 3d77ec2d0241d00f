import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedScript, SavedScript } from '../../../app/features/baiql/index.server';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';
import { makeUserWithRole } from '../../support/users-with-roles';
import { apiOf } from '../../support/server';

let paying: PayingServer;

beforeAll(async () => {
  paying = await sharePayingServer();
});
afterAll(() => paying.close());

const saved = (body: Record<string, unknown>) => paying.api<SavedScript>('POST', '/api/baiql/scripts', body);

describe('saved scripts', () => {
  it('are kept, changed, listed and deleted', async () => {
    const first = await saved({ name: 'Grading', content: 'BATCH_START', userId: null });
    expect(first).toMatchObject({ status: 201, body: { name: 'Grading', content: 'BATCH_START' } });
    const address = `/api/baiql/scripts/${first.body.scriptId}`;
    const changed = await paying.api<SavedScript>('PUT', address, { name: 'Grading 2', content: '# new' });
    expect(changed).toMatchObject({
      status: 200,
      body: { scriptId: first.body.scriptId, name: 'Grading 2' },
    });
    expect((await paying.api<SavedScript>('GET', address)).body.content).toBe('# new');
    const { content, ...others } = (await paying.api<SavedScript>('GET', address)).body;
    expect((await paying.api<ListedScript[]>('GET', '/api/baiql/scripts')).body).toEqual([
      { ...others, size: content.length },
    ]);
    expect((await paying.api('DELETE', address)).status).toBe(204);
    expect((await paying.api('GET', address)).status).toBe(404);
  });

  it.each([
    [{ name: '', content: 'x' }, 'Please enter a name.'],
    [{ name: ' Untitled', content: 'x' }, 'Choose a name other than “Untitled”.'],
    [{ name: 'x'.repeat(161), content: 'x' }, 'A name can have up to 160 characters.'],
    [{ name: 'Large', content: 'x'.repeat(1024 * 1024 + 1) }, 'A script can be up to 1 MB.'],
  ])('are refused in a sentence', async (body, message) => {
    expect(await saved(body)).toMatchObject({ status: 400, body: { message } });
  });

  it('of another person do not exist', async () => {
    const mine = (await saved({ name: 'Mine', content: 'secret' })).body.scriptId;
    const other = await makeUserWithRole(paying.server, 'paiduser');
    const api = apiOf(paying.server.origin, other.token);
    const address = `/api/baiql/scripts/${mine}`;
    expect((await api('GET', address)).status).toBe(404);
    expect((await api('PUT', address, { name: 'Theirs', content: '' })).status).toBe(404);
    expect((await api('DELETE', address)).status).toBe(404);
    expect((await api('GET', '/api/baiql/scripts')).body).toEqual([]);
    expect((await paying.api<SavedScript>('GET', address)).body.name).toBe('Mine');
  });
});
