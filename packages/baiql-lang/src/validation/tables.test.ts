import { expect, it } from 'vitest';
import { validate } from './validate.js';
import type { Environment } from './environment.js';

const codes = (environment: Environment, load = '"people.json" AS FILE'): string[] =>
  validate(
    `BATCH_START\nLOAD ${load}\nPROMPT "{NAME}"\nRUN\nOUTPUT "o.csv"\nEND_BATCH\n`,
    environment,
  ).diagnostics.map(({ code }) => code);

it('any column may be in a table that is there and cannot be looked into, or whose folder is not known', () => {
  expect(codes({ files: ['people.json'], headers: {} })).toEqual([]);
  expect(codes({ headers: {} })).toEqual([]);
  expect(codes({ files: ['people.json'], headers: { 'people.json': ['Town'] } })).toEqual(['BQ401']);
  expect(codes({})).toEqual(['BQ401']);
});

it('a table that cannot be loaded so is the one mistake, whatever columns of it are read', () => {
  const environment = { files: ['people.tsv'], headers: { 'people.tsv': ['Name'] } };
  expect(codes(environment, '"people.tsv" AS LINES')).toEqual(['BQ307']);
});

it('a header with an apostrophe is known by either kind of it', () => {
  const environment = { files: ['ventes.csv'], headers: { 'ventes.csv': ['Chiffre d’affaires'] } };
  const script = `BATCH_START\nLOAD "ventes.csv" AS FILE\nPROMPT "{Chiffre d'affaires} {'x': 1}"\nRUN\nOUTPUT "o.csv"\nEND_BATCH\n`;
  expect(validate(script, environment).diagnostics).toMatchObject([
    { code: 'BQ408', fixes: [{ title: 'Write {CHIFFRE_D_AFFAIRES}' }] },
  ]);
});
