import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { savedPrompts } from '../../../tests/support/saved-prompts';
import { testServices, type TestServices } from '../../../tests/support/services';
import { findPromptsByName, likePrompt } from './index.server';

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());

const { author, save: saveNow } = savedPrompts(() => services);
async function save(actor: Actor, prompt: object) {
  services.pass(1000);
  return saveNow(actor, prompt);
}
const find = async (actor: Actor, q: string) =>
  (await findPromptsByName(services, actor, { q })).prompts.map(({ title, origin }) => `${origin}: ${title}`);

it('finds prompts by the beginnings of the words of their names, not by their texts', async () => {
  const [ada, bob] = [await author(), await author()];
  await save(ada, { title: 'Lesson plan', content: 'Plan {{topic}}.' });
  await save(ada, { title: 'Soup', content: 'A lesson in soup.' });
  await save(bob, { title: 'Secret lesson' });
  const lesson = await save(bob, { title: 'Lesson for all', isPublic: true });
  expect(await find(ada, 'les')).toEqual(['mine: Lesson plan', 'community: Lesson for all']);
  expect(await find(ada, 'plan les')).toEqual(['mine: Lesson plan']);
  await likePrompt(services, ada, lesson.id);
  expect(await find(ada, 'for')).toEqual(['liked: Lesson for all']);
  expect(await find(ada, '')).toEqual(['mine: Soup', 'mine: Lesson plan', 'liked: Lesson for all']);
  expect(await find(bob, 'soup')).toEqual([]);
});

it('finds names without spaces, and takes any text for words', async () => {
  const ada = await author();
  await save(ada, { title: '授業の計画' });
  expect(await find(ada, '計画')).toEqual(['mine: 授業の計画']);
  for (const q of ['"', '%', "' OR 1=1", '*', 'a AND', '\0']) expect(await find(ada, q)).toEqual([]);
});
