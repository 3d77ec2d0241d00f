import { expect, it } from 'vitest';
import { buildSteps } from '../../scripts/build-steps.mjs';
import { generateClient } from '../../scripts/generate-client.mjs';

it('a whole build makes the database client before anything that needs it', () => {
  const [first, ...rest] = buildSteps(undefined);
  expect(first?.run).toBe(generateClient);
  expect(rest.map(({ name }) => name).slice(-3)).toEqual(['application', 'compressed files', 'host']);
});

it('a part of a build leaves the rest as it is', () => {
  const packages = ['text', 'baiql-lang', 'documents', 'ai-providers', 'baiql-runtime', 'baiql-cli'];
  expect(buildSteps('packages').map(({ name }) => name)).toEqual(packages.map((name) => `packages/${name}`));
  expect(buildSteps('app').map(({ name }) => name)).toEqual(['application', 'compressed files', 'host']);
  expect(buildSteps('host').map(({ name }) => name)).toEqual(['host']);
});
