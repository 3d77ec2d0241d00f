import fc from 'fast-check';
import { createMatcher, searchTokens } from '@promptwell/text';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryDatabase, type TemporaryDatabase } from '../../../../tests/support/database';
import { matchTerms } from './match-terms.server';
import { fillSearchIndexes } from './search-indexes.server';

let database: TemporaryDatabase;
beforeAll(() => {
  database = temporaryDatabase('ada');
});
afterAll(() => database.close());

/** First and last letter of forty scripts in which people write. */
const SCRIPTS: readonly (readonly [number, number])[] = [
  ...[
    [0x41, 0x7a],
    [0xc0, 0x17f],
    [0x1e00, 0x1eff],
    [0x370, 0x3ff],
    [0x400, 0x4ff],
    [0x531, 0x587],
  ],
  ...[
    [0x5b0, 0x5ea],
    [0x620, 0x6ff],
    [0x710, 0x74a],
    [0x780, 0x7b1],
    [0x7c0, 0x7fa],
    [0x904, 0x97f],
  ],
  ...[
    [0x981, 0x9fe],
    [0xa01, 0xa75],
    [0xa81, 0xaef],
    [0xb01, 0xb77],
    [0xb82, 0xbf2],
    [0xc01, 0xc7f],
  ],
  ...[
    [0xc80, 0xcf2],
    [0xd01, 0xd7f],
    [0xd82, 0xdf4],
    [0xe01, 0xe5b],
    [0xe81, 0xedf],
    [0xf00, 0xfbc],
  ],
  ...[
    [0x1000, 0x109f],
    [0x10a0, 0x10ff],
    [0x1100, 0x11ff],
    [0x1200, 0x137c],
    [0x13a0, 0x13fd],
  ],
  ...[
    [0x1401, 0x166c],
    [0x1780, 0x17e9],
    [0x1820, 0x18aa],
    [0x2c80, 0x2cf3],
    [0x3041, 0x3096],
  ],
  ...[
    [0x30a1, 0x30ff],
    [0x4e00, 0x9fff],
    [0xa000, 0xa48c],
    [0xac00, 0xd7a3],
    [0xff01, 0xff9f],
  ],
  ...[
    [0x1e900, 0x1e959],
    [0x20000, 0x2a6d6],
  ],
] as [number, number][];
const word = fc
  .constantFrom(...SCRIPTS)
  .chain(([first, last]) =>
    fc.array(
      fc.integer({ min: first, max: last }).map((code) => String.fromCodePoint(code)),
      { minLength: 1, maxLength: 8 },
    ),
  )
  .map((letters) => letters.join(''));
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));

it('the index finds in 10,000 random texts of forty scripts what a direct match finds @soak', () => {
  const { connection } = database;
  const texts = fc.sample(text, { numRuns: 10_000, seed: 53 });
  const add = connection.prepare('INSERT INTO user_search (rowid, tokens) VALUES (?, search_tokens(?))');
  connection.transaction(() => texts.forEach((each, index) => add.run(index + 1_000, each)))();
  const has = connection
    .prepare<[string, bigint], bigint>(
      'SELECT count(*) FROM user_search WHERE user_search MATCH ? AND rowid = ?',
    )
    .pluck();
  for (const [index, each] of texts.entries()) {
    const words = each.split(' ');
    const signs = Array.from(words[index % words.length] ?? '');
    const other = texts[(index * 7_919) % texts.length] ?? '';
    for (const search of [each, signs.slice(0, 1 + (index % 4)).join(''), signs.slice(-2).join(''), other]) {
      const terms = matchTerms(search);
      const isFound = terms !== '' && Number(has.get(terms, BigInt(index + 1_000))) === 1;
      expect([search, each, isFound]).toEqual([search, each, createMatcher(search)(each) && terms !== '']);
    }
  }
}, 120_000);

it('is filled anew when a program makes other tokens, and only then', () => {
  const { connection } = database;
  const tokensOf = (match: string) =>
    connection.prepare('SELECT rowid FROM user_search WHERE user_search MATCH ?').pluck().all(match);
  const [token = ''] = searchTokens('ada');
  connection.exec("INSERT INTO user_search (user_search) VALUES ('delete-all')");
  fillSearchIndexes(connection);
  expect(tokensOf(`"${token}"`)).toEqual([]);
  connection.exec("UPDATE house_setting SET data = '\"older\"' WHERE name = 'search-indexes'");
  fillSearchIndexes(connection);
  expect(tokensOf(`"${token}"`)).toHaveLength(1);
});

it('takes changes of what it does not have yet, as between its migration and its filling', () => {
  const { connection } = database;
  connection.exec("INSERT INTO user_search (user_search) VALUES ('delete-all')");
  connection.exec(`UPDATE "user" SET first_name = 'Grace' WHERE id = 'ada'`);
  connection.exec(`UPDATE "user" SET first_name = 'Lise' WHERE id = 'ada'`);
  const count = connection
    .prepare<[string], bigint>('SELECT count(*) FROM user_search WHERE user_search MATCH ?')
    .pluck();
  expect([count.get('"grace"'), count.get('"lise"')]).toEqual([0n, 1n]);
});
