import Database from 'better-sqlite3';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConnectionLock } from '~/core/db/sqlite/lock.server';
import { outcomes, refusalOf, times } from '../testing/harness';
import { GroupCommit } from './group-commit.server';

describe('group commit', () => {
  let connection: Database.Database;
  let lock: ConnectionLock;
  let commits: GroupCommit;
  let statements: string[];
  beforeEach(() => {
    statements = [];
    connection = new Database(':memory:', { verbose: (sql) => statements.push(String(sql)) });
    connection.pragma('foreign_keys = ON');
    connection.exec(
      `CREATE TABLE note (text TEXT NOT NULL UNIQUE, about INTEGER REFERENCES thing (id) DEFERRABLE INITIALLY DEFERRED);
       CREATE TABLE thing (id INTEGER PRIMARY KEY)`,
    );
    lock = new ConnectionLock();
    commits = new GroupCommit(connection, lock, pino({ enabled: false }));
  });
  afterEach(() => {
    connection.close();
  });

  const write = (text: string) => () => {
    connection.prepare('INSERT INTO note (text) VALUES (?)').run(text);
    return text;
  };
  const writeAboutNothing = () => connection.exec("INSERT INTO note (text, about) VALUES ('orphan', 7)");
  const written = () => connection.prepare('SELECT text FROM note ORDER BY rowid').pluck().all();
  const commitCount = () => statements.filter((sql) => sql === 'COMMIT').length;

  test('operations of one turn share one commit, in the order in which they came', async () => {
    const results = await Promise.all(times(50, (i) => commits.run(write(String(i)))));
    expect(results).toEqual(times(50, String));
    expect(written()).toEqual(times(50, String));
    expect(commitCount()).toBe(1);
  });

  test('operations that come while another holds the connection share one commit after it', async () => {
    const release = await lock.acquire();
    const early = commits.run(write('early'));
    await new Promise((resolve) => setImmediate(resolve));
    const late = commits.run(write('late'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(written()).toEqual([]);
    release();
    await Promise.all([early, late]);
    expect(written()).toEqual(['early', 'late']);
    expect(commitCount()).toBe(1);
  });

  test('a crowd is served in several commits, so that nothing else waits for all of it', async () => {
    await Promise.all(times(600, (i) => commits.run(write(String(i)))));
    expect(written()).toEqual(times(600, String));
    expect(commitCount()).toBe(3);
  });

  test('what one of them throws is its own: it leaves nothing behind, and the others are kept', async () => {
    const failure = new Error('refused');
    const refusedOne = commits
      .run(() => {
        write('half')();
        throw failure;
      })
      .catch((error: unknown) => error);
    const twice = commits.run(write('same')).then(() => commits.run(write('same')));
    await expect(commits.run(write('kept'))).resolves.toBe('kept');
    expect(await refusedOne).toBe(failure);
    await expect(twice).rejects.toThrow('UNIQUE');
    expect(written()).toEqual(['same', 'kept']);
  });

  test('nobody is answered before the commit', async () => {
    const answeredBefore: string[] = [];
    await Promise.all([
      commits.run(write('first')).then(() => answeredBefore.push('first')),
      commits.run(() => answeredBefore.push(`second sees ${String(connection.inTransaction)}`)),
    ]);
    expect(answeredBefore).toEqual(['second sees true', 'first']);
  });

  test('when the commit itself fails, all are told so, nothing is written, and the next ones work', async () => {
    const group = [commits.run(write('one')), commits.run(writeAboutNothing), commits.run(write('two'))];
    expect(await outcomes(group)).toEqual({ ledger_unavailable: 3 });
    expect(written()).toEqual([]);
    expect(connection.inTransaction).toBe(false);
    expect(lock.isFree).toBe(true);
    await commits.run(write('three'));
    expect(written()).toEqual(['three']);
  });

  test('when the transaction cannot even begin, all are told so', async () => {
    connection.exec('BEGIN'); // somebody left one open
    expect(await refusalOf(commits.run(write('one')))).toBe('ledger_unavailable');
    expect(connection.inTransaction).toBe(false);
    await commits.run(write('two'));
    expect(written()).toEqual(['two']);
  });
});
