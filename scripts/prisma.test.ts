import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

/** Inside of the clone: the generator looks for the client's package from there. */
const folder = fs.mkdtempSync(path.resolve('node_modules/.promptwell-prisma-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** With a mirror that never responds: any download by these commands would fail. */
const prisma = (...args: string[]) =>
  promisify(execFile)('node_modules/.bin/prisma', args, {
    env: { ...process.env, PRISMA_ENGINES_MIRROR: 'http://127.0.0.1:1', CHECKPOINT_DISABLE: '1' },
  });

it('npx prisma validate accepts the schema, without a network', async () => {
  const { stdout } = await prisma('validate');
  expect(stdout).toContain('valid');
});

it('npx prisma validate names the line that is wrong @soak', async () => {
  const schema = path.join(folder, 'wrong.prisma');
  fs.writeFileSync(schema, 'datasource db {\n  provider = "sqlite"\n}\nmodel User {\n  id Strin @id\n}\n');
  await expect(prisma('validate', '--schema', schema)).rejects.toThrow(/Strin[\s\S]*wrong\.prisma:5/);
});

it('npx prisma generate writes a client of every model, without a network @soak', async () => {
  const schema = path.join(folder, 'schema');
  const output = path.join(folder, 'client');
  fs.cpSync('prisma/schema', schema, { recursive: true });
  const base = path.join(schema, 'base.prisma');
  fs.writeFileSync(
    base,
    fs
      .readFileSync(base, 'utf8')
      .replace('"prisma-client-js"', `"prisma-client-js"\n  output = ${JSON.stringify(output)}`),
  );
  await prisma('generate', '--schema', schema);
  const client = fs.readFileSync(path.join(output, 'index.d.ts'), 'utf8');
  const models = fs
    .readdirSync(schema)
    .flatMap((name) => [...fs.readFileSync(path.join(schema, name), 'utf8').matchAll(/^model (\w+)/gm)])
    .map(([, model]) => `export type ${model} =`);
  expect(models.length).toBeGreaterThan(10);
  expect(models.filter((line) => !client.includes(line))).toEqual([]);
}, 60_000);
