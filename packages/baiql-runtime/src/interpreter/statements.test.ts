import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_WORDS, INPUT_WORDS } from '@promptwell/baiql-lang';
import { runScript } from '../test-support/run-script.js';

const promptsOf = (outcome: { asks: readonly { prompt: string }[] }): string[] =>
  outcome.asks.map(({ prompt }) => prompt);

describe('PROMPT and RUN', () => {
  it('know every name that the language says the engine sets', async () => {
    const names = [...BUILT_IN_WORDS, ...INPUT_WORDS].map((name) => `{${name}}`).join(' ');
    const outcome = await runScript(`PROMPT "${names}"\nRUN`, { row: { Name: 'Ann' } });
    expect(outcome.result.status).toBe('succeeded');
    expect(promptsOf(outcome)[0]).not.toMatch(/[{}]/u);
  });

  it('fill columns by their names and numbers, built-ins, and nothing that only looks like a placeholder', async () => {
    const outcome = await runScript(
      'PROMPT "{FIRST_NAME} {COL2} {XACT}/{XACTTOT} {USERNAME} {\\"a\\": 1} \\{NAME}"\nRUN\nOUTPUT o.csv',
      { row: { 'First name': 'Ann', Town: 'Cork' } },
    );
    expect(promptsOf(outcome)).toEqual(['Ann Cork 1/3 Ada {"a": 1} {NAME}']);
    expect(outcome.reply).toBe('The reply.');
  });

  it('take the column that is called so, not one before it whose header only becomes the same name', async () => {
    const row = { 'Price (€)': '12,50', Price: '14.20', 'Price ($)': '14,10' };
    const { asks } = await runScript('PROMPT "{PRICE}, {Price}, {COL1}"\nGET P FROM COL "price"\nRUN', {
      row,
    });
    expect(asks[0]?.prompt).toBe('14.20, 14.20, 12,50');
  });

  it('take none of two columns whose headers become the same name, which only their numbers tell apart', async () => {
    const row = { Article: 'Pen', 'Price (€)': '12,50', 'Price ($)': '14,10' };
    const { asks, result } = await runScript('PROMPT "{COL3}"\nRUN\nPROMPT "{PRICE}"\nRUN', { row });
    expect(asks.map(({ prompt }) => prompt)).toEqual(['14,10']);
    expect(result).toMatchObject({
      status: 'failed',
      reason: '{PRICE} has no value here. The columns are ARTICLE, COL2, COL3.',
    });
  });

  it('are not taken by GET either when its header fits two', async () => {
    const row = { Article: 'Pen', 'Price (€)': '12,50', 'Price ($)': '14,10' };
    const { result } = await runScript('GET P FROM COL "Price"\nPROMPT "{P}"\nRUN', { row });
    expect(result).toMatchObject({
      status: 'failed',
      reason: 'COL "Price" fits several columns: Price (€), Price ($). Use the whole header.',
    });
  });

  it('fail the transaction when the screening blocks the prompt, and send nothing', async () => {
    const outcome = await runScript('PROMPT "a"\nRUN SCREEN', { blocked: 'Not allowed.' });
    expect(outcome.result).toMatchObject({ status: 'failed', reason: 'Not allowed.' });
    expect(outcome.asks).toEqual([]);
  });

  it('try a blocked prompt no second time, and not the prompt before in its place either', async () => {
    const outcome = await runScript(
      'ERROR RETRY 3\nPROMPT "a"\nRUN\nPROMPT "b"\nRUN SCREEN RETRY 2\nRETRY 2\nIF ERRFL = 1\nSKIP\nEND_IF',
      { blocked: 'Not allowed.' },
    );
    expect(promptsOf(outcome)).toEqual(['a']);
    expect(outcome.result.status).toBe('skipped');
  });
});

describe('SKIP', () => {
  it('keeps what an OUTPUT before it was given, and gives nothing to one after it', async () => {
    const outcome = await runScript(
      'PROMPT "a"\nRUN\nOUTPUT all.csv\nIF 1 = 1\nSKIP\nEND_IF\nPROMPT "b"\nRUN\nOUTPUT few.csv',
    );
    expect(outcome.result.status).toBe('skipped');
    expect(outcome.result.outputs).toMatchObject([{ output: 0, result: { reply: 'The reply.' } }]);
  });
});

describe('the path of an OUTPUT', () => {
  const pathOf = async (row: Record<string, string>) => {
    const { result } = await runScript('PROMPT "a"\nRUN\nOUTPUT "{DATE} {NAME}.txt" SEPARATE', { row });
    return result.outputs[0]?.result.path;
  };

  it('has the row’s own date where the table has such a column, as a prompt does, else that of the run', async () => {
    expect(await pathOf({ Name: 'Ann', Date: '2020-02-03' })).toBe('2020-02-03 Ann.txt');
    expect(await pathOf({ Name: 'Ann' })).toMatch(/^19(?:69|70)-\d\d-\d\d Ann\.txt$/u);
  });

  it('has the name of the file without its ending', async () => {
    const file = { name: 'essay 2.final.docx', path: '/data/input/essay 2.final.docx', sizeBytes: 1 };
    const { result } = await runScript('PROMPT "{FILENAME}"\nRUN\nOUTPUT "notes/{FILENAME} notes.txt"', {
      input: { file },
    });
    expect(result.outputs[0]?.result.path).toBe('notes/essay 2.final notes.txt');
    expect(result.prompt).toBe('essay 2.final.docx');
  });
});

describe('the loop in the guide', () => {
  it.each([
    ['after three turns', ['first', '4', 'second', '5', 'third', '6', 'fourth'], 'fourth'],
    ['when it is good', ['first', '9', 'second'], 'second'],
  ])('ends with the text and not with its rating: %s', async (_, replies, last) => {
    const guide = await readFile(new URL('../../../../docs/baiql/guide.md', import.meta.url), 'utf8');
    const [, body = ''] = /BATCH_START "Easy to read"\n.*AS WORK\n([^]*?)END_BATCH/u.exec(guide) ?? [];
    const { result } = await runScript(body, { replies, input: { text: 'The leaflet.' } });
    expect(result).toMatchObject({ status: 'succeeded', runs: replies.length });
    expect(result.outputs[0]?.result.reply).toBe(last);
  });
});

describe('STEP', () => {
  it('hands the reply of the step before on as INPUT', async () => {
    const outcome = await runScript(
      'STEP "one"\nPROMPT "1 {INPUT}"\nRUN\nSTEP "two"\nPROMPT "2 {INPUT} {STEPNUM} of {STEPTOT}"\nRUN',
      { replies: ['first', 'second'], input: { text: 'the text' } },
    );
    expect(promptsOf(outcome)).toEqual(['1 the text', '2 first 2 of 2']);
  });
});

describe('failures', () => {
  it('fail the transaction alone, and skip what follows', async () => {
    const outcome = await runScript('PROMPT "a"\nRUN\nSET X = 1\nOUTPUT o.csv', {
      replies: [{ failed: 'Refused.' }],
    });
    expect(outcome.result).toMatchObject({ status: 'failed', reason: 'Refused.', outputs: [] });
    expect(outcome.halt).toBeNull();
  });

  it('end the run with ERROR HALT', async () => {
    const outcome = await runScript('ERROR RETRY 1 HALT\nPROMPT "a"\nRUN', {
      replies: [{ failed: 'Refused.' }],
    });
    expect(outcome.asks).toHaveLength(2);
    expect(outcome.halt).toContain('Refused.');
  });

  it('are looked after by RETRY and ERRFL', async () => {
    const outcome = await runScript(
      'PROMPT "a"\nRUN\nRETRY 3\nIF ERRFL = 1\nSKIP\nEND_IF\nTRACK RETRYCT\nOUTPUT o.csv',
      {
        replies: [{ failed: 'no' }, { failed: 'no' }, 'yes'],
      },
    );
    expect(outcome.asks).toHaveLength(3);
    expect(outcome).toMatchObject({ reply: 'yes', tracked: [2] });
    const given = await runScript('PROMPT "a"\nRUN\nRETRY 1\nIF ERRFL = 1\nSKIP\nEND_IF', {
      replies: [{ failed: 'no' }],
    });
    expect(given.result.status).toBe('skipped');
  });

  it('stay failures when a later RUN succeeds and the script has not looked at ERRFL in between', async () => {
    const steps = (between: string): string =>
      `STEP\nPROMPT "a"\nRUN\nOUTPUT a.csv\n${between}STEP\nPROMPT "b"\nRUN\nRETRY 1\nOUTPUT b.csv`;
    const replies = [{ failed: 'Refused.' }, 'yes'];
    const forgotten = await runScript(steps(''), { replies });
    expect(forgotten.asks).toHaveLength(1);
    expect(forgotten.result).toMatchObject({ status: 'failed', reason: 'Refused.' });
    const known = await runScript(steps('IF ERRFL = 1\nSET X = 1\nEND_IF\n'), { replies });
    expect(known.result).toMatchObject({ status: 'succeeded' });
    const skipped = await runScript('PROMPT "a"\nRUN\nIF 1 = 1\nSKIP\nEND_IF\nRETRY 1', { replies });
    expect(skipped.result).toMatchObject({ status: 'failed', reason: 'Refused.' });
  });

  it('end the run where the script HALTs because of them', async () => {
    const outcome = await runScript('PROMPT "a"\nRUN\nIF ERRFL = 1\nHALT\nEND_IF', {
      replies: [{ failed: 'Refused.' }],
    });
    expect(outcome.result).toMatchObject({ status: 'failed', reason: 'Refused.' });
    expect(outcome.halt).toBe('HALT in transaction 1.');
  });

  it('stay failures when the script goes on without curing them', async () => {
    const outcome = await runScript('PROMPT "a"\nRUN\nRETRY 1\nGET A\nOUTPUT o.csv', {
      replies: [{ failed: 'no' }],
    });
    expect(outcome.result).toMatchObject({ status: 'failed', reason: 'no', outputs: [] });
  });
});

describe('GET', () => {
  const reply = '```json\n{"score": 14, "marks": [{"for": "style", "points": 3}], "Note": null}\n```';

  it('reads fields of a JSON reply, in a fence or not; numbers stay numbers for TRACK', async () => {
    const body =
      'PROMPT "a"\nRUN\nGET A FROM JSON "score"\nGET B FROM JSON "marks[0].for"\nGET C FROM JSON "note"\nGET D FROM JSON "marks"\nTRACK A, B, C, D\nOUTPUT o.csv';
    const { tracked } = await runScript(body, { replies: [reply] });
    expect(tracked).toEqual([14, 'style', '', '[{"for":"style","points":3}]']);
  });

  it.each([
    ['score.x', 'There is no score.x in the reply. score is a single value.'],
    ['mark', 'There is no mark in the reply. The reply has score, marks, Note.'],
    ['marks[4]', 'There is no marks[4] in the reply. marks is a list of 1.'],
    ['__proto__', 'There is no __proto__ in the reply. The reply has score, marks, Note.'],
  ])('says what there is instead of %s', async (path, reason) => {
    const { result } = await runScript(`PROMPT "a"\nRUN\nGET A FROM JSON "${path}"`, { replies: [reply] });
    expect(result).toMatchObject({ status: 'failed', reason });
  });

  it('reads cells, matches and files', async () => {
    const body =
      'PROMPT "a"\nRUN\nGET A FROM COL 2\nGET B FROM COL "name"\nGET C FROM MATCH "(?i)score: (\\\\d+)"\nGET D FROM FILE hints.txt\nTRACK A, B, C, D\nOUTPUT o.csv';
    const { tracked } = await runScript(body, {
      row: { Name: 'Ann', Town: 'Cork' },
      replies: ['Score: 17 of 20'],
      files: { 'hints.txt': 'Be kind.' },
    });
    expect(tracked).toEqual(['Cork', 'Ann', '17', 'Be kind.']);
  });

  it('takes time in proportion to the text for an expression that ruins others', async () => {
    const { result } = await runScript('PROMPT "a"\nRUN\nGET A FROM MATCH "^(a+)+$"', {
      replies: [`${'a'.repeat(50_000)}!`],
    });
    expect(result.status).toBe('succeeded');
  });

  it('says that an expression cannot be used', async () => {
    const { result } = await runScript('PROMPT "a"\nRUN\nGET A FROM MATCH "(?=x)"');
    expect(result).toMatchObject({ status: 'failed' });
    expect(result.reason).toContain('Lookaround and backreferences aren’t supported');
  });
});

describe('the flow', () => {
  it('takes branches, turns loops, leaves them, and ends', async () => {
    const body = `SET N = 0
LOOP 5
  SET N = N + LOOPCT
  IF LOOPCT = 3
    BREAK
  END_IF
END_LOOP
LOOP UNTIL N >= 20
  SET N = N + 7
END_LOOP
LOOP WHILE NOT N = 0
  SET N = N - N
END_LOOP
IF N = 0 AND NOT 1 > 2
  HALT
ELSE
  SKIP
END_IF`;
    const outcome = await runScript(body);
    expect(outcome.result.status).toBe('succeeded');
    expect(outcome.halt).toBe('HALT in transaction 1.');
  });

  it('keeps GLOBALs for the run and what was written to the log', async () => {
    const outcome = await runScript('GLOBAL SUM = 40\nGLOBAL SUM = SUM + 2\nWRITE_LOG "now {SUM}"');
    expect(outcome.globals).toEqual({ SUM: 42 });
    expect(outcome.result).toMatchObject({ logLines: ['now 42'], globals: { SUM: 42 } });
  });

  it('hands an OUTPUT before the RUN what the transaction ends with', async () => {
    expect((await runScript('OUTPUT o.csv\nPROMPT "a"\nRUN')).reply).toBe('The reply.');
  });
});
