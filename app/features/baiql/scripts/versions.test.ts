import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '~/core/shared/clock';
import { testServices, type TestServices } from '../../../../tests/support/services';
import type { Actor } from '~/core/server/session.server';
import { saveScript, updateScript } from './scripts.server';
import { listVersions } from './versions.server';

let services: TestServices;
let actor: Actor;
beforeAll(async () => {
  services = testServices();
  ({ actor } = await services.signUp({ roles: ['paiduser'] }));
});
afterAll(() => services.close());

const begin = async (content = '# 0'): Promise<string> =>
  (await saveScript(services, actor, { name: 'Grading', content })).scriptId;
const save = (id: string, content: string, isAutosave = false) =>
  updateScript(services, actor, { id, name: 'Grading', content, isAutosave });
const versions = async (id: string) =>
  (await listVersions(services, actor, id)).map(({ version, isAutosave }) =>
    isAutosave ? `${String(version)} auto` : String(version),
  );

it('are one for the autosaves of an hour, the last; what was saved by hand stays', async () => {
  const id = await begin();
  await save(id, '# 1', true);
  services.pass(2 * MINUTE_MS);
  await save(id, '# 2', true);
  expect(await versions(id)).toEqual(['3 auto', '1']);
  await save(id, '# 3');
  await save(id, '# 4', true);
  services.pass(HOUR_MS);
  await save(id, '# 5', true);
  expect(await versions(id)).toEqual(['6 auto', '5 auto', '4', '3 auto', '1']);
});

it('are the newest 200 @soak', async () => {
  const id = await begin();
  for (let count = 1; count <= 201; count += 1) await save(id, `# ${String(count)}`);
  const kept = await versions(id);
  expect(kept).toHaveLength(200);
  expect([kept[0], kept.at(-1)]).toEqual(['202', '3']);
});

it('are no more than 4 MB of text together, and always the newest', async () => {
  const long = (letter: string) => `# ${letter.repeat(1_000_000)}`;
  const id = await begin(long('a'));
  for (const letter of 'bcdef') await save(id, long(letter));
  expect(await versions(id)).toEqual(['6', '5', '4', '3']);
});
