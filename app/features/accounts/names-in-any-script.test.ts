import { firstGrapheme } from '@promptwell/text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NAMES } from '../../../tests/support/names';
import { testServices, type TestServices } from '../../../tests/support/services';
import { createSqliteUserSearch } from '~/core/db/sqlite/sqlite-user-search.server';
import { registerSchema } from './schema';

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());

const typed = (firstName: string) => ({
  firstName,
  lastName: 'Test',
  email: 'a@example.org',
  password: 'Correct-horse-7',
  confirmPassword: 'Correct-horse-7',
});

describe('forty names', () => {
  it.each(NAMES)('%s is kept as it is written, begins with a whole letter, and is found', async (name) => {
    const read = registerSchema.safeParse(typed(name));
    expect(read.data?.firstName ?? read.error?.issues).toBe(name.normalize('NFC'));
    const letter = firstGrapheme(name);
    expect(letter).not.toMatch(/\p{Cs}/u);
    expect(name.startsWith(letter) && letter !== '').toBe(true);
    const { actor } = await services.signUp({ firstName: name });
    const query = { search: name, sort: 'email', isDescending: false, page: 1, pageSize: 50 } as const;
    expect((await createSqliteUserSearch(services).find(query)).ids).toContain(actor.userId);
  });
});

describe('a name that would imitate or turn another', () => {
  it.each([
    ['Ad\u200ba', 'Ada'],
    ['\u202eadA', 'adA'],
    ['Jose\u0301', 'José'],
    [
      'A\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
      'Á\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
    ],
  ])('%j is stored as %j', (name, stored) => {
    expect(registerSchema.safeParse(typed(name)).data?.firstName).toBe(stored);
  });

  it('is refused where nothing of it is seen', () => {
    expect(registerSchema.safeParse(typed('\u200b\u202e')).success).toBe(false);
  });
});
