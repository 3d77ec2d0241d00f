import { createMatcher } from '@promptwell/text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDatabase, type TemporaryDatabase } from '../../../tests/support/database';
import { createSqliteUserSearch, userPageSql } from './sqlite/sqlite-user-search.server';
import { USER_SORTS, type UserQuery } from './user-search';

const FIRST_NAMES = [
  'Ada',
  'Élodie',
  'José',
  'Li',
  'Bo',
  'Zoë',
  'Mohammed',
  'Per%cent',
  'Under_score',
  'Quo"te',
  '吉野家',
];
const LAST_NAMES = ['Lovelace', 'Müller', 'Ñandú', 'O’Neil', 'van der Berg', 'Dr. "X"', 'A\\B'];

interface Person {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  createdAt: Date;
  lastLoginAt: Date | null;
  deletedAt: Date | null;
}

let database: TemporaryDatabase;
let people: Person[];

beforeAll(async () => {
  database = temporaryDatabase();
  people = Array.from({ length: 1_500 }, (_, index): Person => {
    const firstName = FIRST_NAMES[index % FIRST_NAMES.length] ?? '';
    const lastName = LAST_NAMES[(index * 5) % LAST_NAMES.length] ?? '';
    return {
      id: `id-${index}`,
      email: `${(index * 7_919) % 1_500}.person@${index % 9 === 0 ? 'school' : 'example'}.org`,
      firstName,
      lastName,
      createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 300))),
      lastLoginAt: index % 3 === 0 ? null : new Date(Date.UTC(2026, 10, 20, 0, 0, (index * 31) % 700)),
      deletedAt: null,
    };
  });
  await database.prisma.user.createMany({ data: people });
});
afterAll(() => database.close());

const find = (query: Partial<UserQuery>) =>
  createSqliteUserSearch(database).find({
    search: '',
    sort: 'email',
    isDescending: false,
    page: 1,
    pageSize: 2_000,
    ...query,
  });

/** The ids of those who are found when each person is looked at. */
function expected(search: string, sort: UserQuery['sort'], isDescending: boolean): string[] {
  const isMatch = createMatcher(search);
  const isFound = ({ email, firstName, lastName }: Person) => isMatch(`${email}\n${firstName}\n${lastName}`);
  const key = (person: Person): string | number =>
    sort === 'email' ? person.email : (person[sort]?.getTime() ?? -Infinity);
  const found = people.filter((person) => person.deletedAt === null && isFound(person));
  const sorted = found
    .map((person, index) => ({ person, index }))
    .sort((a, b) => {
      const [x, y] = [key(a.person), key(b.person)];
      return x < y ? -1 : x > y ? 1 : a.index - b.index;
    })
    .map(({ person }) => person.id);
  return isDescending ? sorted.reverse() : sorted;
}

const SEARCHES = [
  ['everybody', ''],
  ['the beginning of an address', '12'],
  ['two characters without letters', '%_'],
  ['a name of two letters', 'Li'],
  ['a name in Japanese', '吉野'],
  ['one sign of it', '家'],
  ['a name with another spelling of its umlaut', 'mueller'],
  ['a wildcard of SQL', 'r%c'],
  ['part of an address', '77.person@sch'],
  ['what more than a thousand have', '.PERSON@'],
  ['a name with accents, written without', 'elodie'],
  ['a name with accents, in capitals', 'MÜLL'],
  ['a part with spaces', 'van der'],
  ['an apostrophe', 'o’ne'],
  ['quotation marks', '"te'],
  ['words of the index’s own language', 'ada OR jos'],
  ['a backslash', 'a\\b'],
  ['nobody', 'nobody at all'],
] as const;

describe.each(USER_SORTS)('people by %s', (sort) => {
  it.each(SEARCHES)('are found by %s as they are when each is looked at', async (_name, search) => {
    for (const isDescending of [false, true]) {
      const ids = expected(search, sort, isDescending);
      expect(await find({ search, sort, isDescending })).toEqual({ total: ids.length, ids });
      expect(await find({ search, sort, isDescending, page: 3, pageSize: 4 })).toEqual({
        total: ids.length,
        ids: ids.slice(8, 12),
      });
    }
  });

  it.each([true, false])(
    'are read from an index, in its order where they are many (descending: %s)',
    (isDescending) => {
      const sql = userPageSql({ sort, isDescending });
      expect(planOf(sql.everybody)).toMatch(
        /^SEARCH u USING INDEX user_deleted_at_\w+_idx \(deleted_at=\?\)$/,
      );
      expect(planOf(sql.many)).toMatch(/^SEARCH u USING INDEX user_deleted_at_\w+_idx \(deleted_at=\?\)/);
      expect(planOf(sql.many)).not.toContain('TEMP B-TREE');
      for (const statement of [sql.many, sql.few])
        expect(planOf(statement)).not.toMatch(/SCAN (?!user_search VIRTUAL TABLE INDEX)/);
    },
  );
});

const planOf = (sql: string): string =>
  database.connection
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/@\w+/g, "'1'")}`)
    .all()
    .map(({ detail }) => detail)
    .join('; ');

it('characters of no meaning to people have none to the index', async () => {
  const { total } = await find({ search: 'ada lovelace' });
  expect(total).toBeGreaterThan(0);
  expect(await find({ search: '\0ada\0 lovelace\0' })).toMatchObject({ total });
});

it('a person is found by what they are called now, and not at all once their account is deleted', async () => {
  const { prisma } = database;
  await prisma.user.create({
    data: { id: 'new', email: 'grace@navy.mil', firstName: 'Grace', lastName: 'Hopper' },
  });
  expect((await find({ search: 'hopper' })).ids).toEqual(['new']);
  await prisma.user.update({ where: { id: 'new' }, data: { lastName: 'Murray' } });
  expect((await find({ search: 'hopper' })).ids).toEqual([]);
  expect((await find({ search: 'MURRAY' })).ids).toEqual(['new']);

  const gone = { email: 'deleted-1@deleted.invalid', firstName: '', lastName: '', deletedAt: new Date() };
  await prisma.user.update({ where: { id: 'new' }, data: gone });
  for (const search of ['murray', 'grace', 'deleted-1'])
    expect(await find({ search })).toEqual({ total: 0, ids: [] });
  expect((await find({})).total).toBe(1_500);
  const stored = database.connection.prepare<[], Buffer>('SELECT block FROM user_search_data').pluck().all();
  expect(stored.some((block) => block.includes('mur'))).toBe(false);

  await prisma.user.delete({ where: { id: 'new' } });
  expect((await find({ search: 'murray' })).total).toBe(0);
});
