import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const file = (name: string): string => JSON.stringify(path.resolve(import.meta.dirname, name));

it('logs what Node warns of, and the error that ends the process, and prints nothing beside it', () => {
  const program = `
    import { createLogger } from ${file('../app/core/server/logger.server.ts')};
    import { logNodeWarnings } from ${file('log-node-warnings.ts')};
    logNodeWarnings(createLogger('info'));
    process.emitWarning('this is odd', 'OddWarning');
    setTimeout(() => {
      throw new Error('a bug');
    }, 50);`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([1, '']);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    expect.objectContaining({ level: 40, name: 'OddWarning', msg: 'this is odd' }),
    expect.objectContaining({ level: 60, err: expect.objectContaining({ message: 'a bug' }) as object }),
  ]);
});
