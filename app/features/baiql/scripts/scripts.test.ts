import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { listScripts, saveScript } from './scripts.server';
import { listVersions } from './versions.server';

let services: TestServices;
let actor: Actor;
beforeAll(async () => {
  services = testServices();
  ({ actor } = await services.signUp({ roles: ['paiduser'] }));
});
afterAll(() => services.close());

const FIRST = { name: 'Grading', content: '# one', saveKey: 'a-key-of-the-editor' };

it('a first save whose answer was lost makes one script, with what was written meanwhile', async () => {
  const first = await saveScript(services, actor, FIRST);
  const again = await saveScript(services, actor, FIRST);
  expect(again).toEqual(first);
  const later = await saveScript(services, actor, { ...FIRST, content: '# two' });
  expect(later).toMatchObject({ scriptId: first.scriptId, content: '# two', version: 2 });
  expect(await listScripts(services, actor)).toHaveLength(1);
  expect(await listVersions(services, actor, first.scriptId)).toHaveLength(2);
});

it('two that come at the same time make one script too', async () => {
  const { actor: other } = await services.signUp({ roles: ['paiduser'] });
  const results = await Promise.allSettled([
    saveScript(services, other, FIRST),
    saveScript(services, other, FIRST),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await listScripts(services, other)).toHaveLength(1);
});

it('another key, none, and another user’s are other scripts', async () => {
  const { actor: other } = await services.signUp({ roles: ['paiduser'] });
  const made = await Promise.all([
    saveScript(services, actor, { ...FIRST, saveKey: 'another-key' }),
    saveScript(services, actor, { ...FIRST, saveKey: undefined }),
    saveScript(services, other, FIRST),
  ]);
  expect(new Set(made.map(({ scriptId }) => scriptId)).size).toBe(3);
});
