import { describe, expect, it } from 'vitest';
import { temporaryArea } from '../test-support/temporary-area.js';
import { checkScript } from './check-script.js';

const check = async (script: string, files: Record<string, string> = {}) =>
  checkScript({ script, area: await temporaryArea(files), models: ['mock-small'] }, () =>
    Promise.resolve({ header: ['Name', 'Town'], firstRows: [['Marks'], ['Name', 'Marks Math']], sheets: [] }),
  );

describe('a check', () => {
  it('knows the files and their columns, and gives the plan of a sound script', async () => {
    const files = { 'rows.csv': 'Name,Town\nAnn,Cork\n' };
    const script = (column: string): string =>
      `BATCH_START\nLOAD rows.csv AS FILE\nMODEL mock-small\nOUTPUT o.csv\nPROMPT "{${column}}"\nRUN\nEND_BATCH\n`;
    expect(await check(script('NAME'), files)).toMatchObject({ validity: '✓ Valid', plan: { items: [{}] } });
    const wrong = await check(script('NAMES'), files);
    expect(wrong.plan).toBeNull();
    expect(wrong.diagnostics.map(({ code }) => code)).toEqual(['BQ401']);
    expect(wrong.diagnostics[0]?.fixes?.[0]?.edits[0]?.newText).toBe('NAME');
  });

  it('knows the columns of the row that HEADER names', async () => {
    const files = { 'rows.csv': 'Class 7b;;\n\nName;City;Score\nAnn;Rome;7\n', 'book.xlsx': '' };
    const script = (load: string, prompt: string): string =>
      `BATCH_START\nLOAD ${load}\nMODEL mock-small\nOUTPUT o.csv\nPROMPT "${prompt}"\nRUN\nEND_BATCH\n`;
    for (const [load, prompt] of [
      ['rows.csv AS FILE HEADER 3', '{CITY}'],
      ['book.xlsx AS FILE HEADER 2', '{MARKS_MATH}'],
    ] as const) {
      expect((await check(script(load, prompt), files)).validity).toBe('✓ Valid');
      const { diagnostics } = await check(script(load, '{TOWNS}'), files);
      expect(diagnostics.map(({ code }) => code)).toContain('BQ401');
    }
  });

  it('says that a column is empty, or all prompts are the same, before anything is paid', async () => {
    const script = (prompt: string, load = 'guests.csv AS FILE'): string =>
      `BATCH_START\nLOAD ${load}\nMODEL mock-small\nOUTPUT o.csv\nPROMPT "${prompt}"\nRUN\nEND_BATCH\n`;
    const files = {
      'guests.csv': 'Name,Town,Event\n,Cork,Gala\n ,Bern,Gala\n,Rome,Gala\n',
      'guests.json': '[{"Name":"","Town":"Cork"},{"Name":"","Town":"Bern"},{"Name":"","Town":"Rome"}]',
    };
    const warnings = async (...of: Parameters<typeof script>) =>
      (await check(script(...of), files)).diagnostics.map(({ message }) => message);
    expect(await warnings('{NAME} of {TOWN}')).toEqual(['{NAME} is empty in every row']);
    expect(await warnings('{NAME} at {EVENT}')).toEqual([
      'All 3 prompts are the same: {NAME} is empty in every row',
    ]);
    expect(await warnings('{EVENT} in {TOWN}')).toEqual([]);
    expect(await warnings('{NAME}', 'guests.json AS FILE')).toEqual([
      'All 3 prompts are the same: {NAME} is empty in every row',
    ]);
  });

  it.each([
    ['a mistyped BATCH_START', 'BATCH START\nLOAD people.csv AS FILE', ['BQ201']],
    ['no batch', 'LOAD people.csv AS FILE', ['BQ210']],
    ['no type', 'BATCH_START\nLOAD people.csv', ['BQ301']],
    ['another word for the type', 'BATCH_START\nLOAD people.csv TABLE', ['BQ301']],
    ['an unknown line', 'BATCH_START\nLAOD people.csv AS FILE', ['BQ201']],
  ])('knows the columns of a table, whatever is wrong with its LOAD: %s', async (_what, load, codes) => {
    const end = load.startsWith('LOAD') ? '' : 'END_BATCH\n';
    const script = `${load}\nMODEL mock-small\nOUTPUT o.csv\nPROMPT "{NAME} in {TOWN}"\nRUN\n${end}`;
    const { diagnostics } = await check(script, { 'people.csv': 'Name,Town\nAnn,Cork\n' });
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it('says of the columns of a table that is loaded whole that AS FILE gives rows', async () => {
    const script =
      'BATCH_START\nLOAD people.csv AS WORK\nOUTPUT o.csv\nPROMPT "{NAME} in {TOWN}"\nRUN\nEND_BATCH\n';
    const { diagnostics } = await check(script, { 'people.csv': 'Name,Town\nAnn,Cork\n' });
    expect(diagnostics).toMatchObject([{ code: 'BQ401', related: [{ message: 'AS FILE gives rows' }, {}] }]);
  });

  it('lets a script run whose table cannot be looked into', async () => {
    const script =
      'BATCH_START\nLOAD rows.xlsx AS FILE\nMODEL mock-small\nOUTPUT o.csv\nPROMPT "{NAME}"\nRUN\nEND_BATCH\n';
    const job = { script, area: await temporaryArea({ 'rows.xlsx': '' }), models: ['mock-small'] };
    const { validity } = await checkScript(job, () => Promise.resolve(null));
    expect(validity).toBe('✓ Valid');
  });

  it('looks into the tables of each PATH_IN', async () => {
    const batch = (folder: string, column: string): string =>
      `BATCH_START\nPATH_IN ${folder}\nLOAD rows.csv AS FILE\nMODEL mock-small\nOUTPUT ${column}.csv\nPROMPT "{${column}}"\nRUN\nEND_BATCH\n`;
    const files = { 'may/rows.csv': 'Pupil\nAnn\n', 'june/rows.csv': 'Author\nBob\n' };
    const script = batch('may/', 'PUPIL') + batch('/data/input/june/', 'AUTHOR');
    const { validity } = await checkScript(
      { script, area: await temporaryArea(files), models: ['mock-small'] },
      () => Promise.resolve(null),
    );
    expect(validity).toBe('✓ Valid');
  });

  it('tells at most 200 mistakes of a megabyte of them, errors first, in an answer of bounded size @soak', async () => {
    const script = `BATCH_START\n${'prompt "{NOWHERE} \\q"\nRUN x\n'.repeat(36_000)}END_BATCH\n`;
    expect(script.length).toBeGreaterThan(1_000_000);
    const { diagnostics, validity, plan } = await check(script);
    expect(diagnostics).toHaveLength(200);
    const errors = Number(/^✗ (\d+) error\(s\) found$/u.exec(validity)?.[1]);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toHaveLength(Math.min(errors, 200));
    expect(plan).toBeNull();
    expect(JSON.stringify(diagnostics).length).toBeLessThan(500_000);
  });

  it('offers no fix that has an edit for each of a hundred thousand lines @soak', async () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `${index + 1}. WRITE_LOG "x"`);
    const { diagnostics } = await check(lines.join('\n'));
    expect(JSON.stringify(diagnostics).length).toBeLessThan(1_000_000);
  });
});
