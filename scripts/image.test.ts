import fs from 'node:fs';
import { expect, it } from 'vitest';

const lines = (file: string) => fs.readFileSync(file, 'utf8').split('\n');

it('the image installs packages before it copies sources, and knows every workspace', () => {
  const steps = lines('Dockerfile');
  const at = (step: string) => steps.findIndex((line) => line.startsWith(step));
  const workspaces = fs
    .readdirSync('packages')
    .map((name) => `COPY packages/${name}/package.json packages/${name}/`);
  expect(workspaces.filter((step) => !steps.includes(step))).toEqual([]);
  expect(at('COPY package.json package-lock.json')).toBeLessThan(at('RUN npm ci'));
  expect(at('RUN npm ci')).toBeLessThan(at('COPY . .'));
});

it('nothing is sent to the builder that is not named, and no data, settings or packages', () => {
  const rules = lines('.dockerignore').filter((line) => line !== '' && !line.startsWith('#'));
  expect(rules[0]).toBe('*');
  const sent = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  expect(sent.filter((name) => !fs.existsSync(name))).toEqual([]);
  expect(sent.filter((name) => /^(?:data|\.env|\.git|tests|bench|node_modules|build)/.test(name))).toEqual(
    [],
  );
});

it('a stop under Compose has the time that the server takes for it', () => {
  expect(fs.readFileSync('compose.yaml', 'utf8')).toMatch(/^ {4}stop_grace_period: 40s$/m);
});
