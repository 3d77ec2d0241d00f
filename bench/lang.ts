/**
 * Speed of BAIQL: parsing and validation at three sizes, the first parse, and one keystroke, compared with JSON.parse
 * of the same number of bytes and a Peggy grammar of the same lines. Prints results and budgets; never fails.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse, validate } from '@promptwell/baiql-lang';
import { build } from 'esbuild';
import { HOSTILE_SCRIPTS, LARGE_ENVIRONMENT } from '../packages/baiql-lang/test/support/hostile-scripts';
import { runTool } from './tools';

const BATCH = (index: number): string => `# Batch ${index}
BATCH_START "Letters ${index}" EXECUTE
  LOAD "customers-${index}.csv" AS FILE MATCH "Customer"
  LOAD "style guide.pdf" AS REF
  MODEL gpt-4o-mini TEMP 0.2 TOP_P 0.9
  LIMIT 30 XACT PARALLEL 8 COST 2.50
  ERROR RETRY 2 SKIP
  GET CITY${index} FROM COL "City"
  SET TONE${index} = "friendly, " + CITY${index}
  PROMPT """
    Write a letter to {COL1} in {CITY${index}}.
    Keep it {TONE${index}}, reply as JSON {"letter": "", "score": 0}.
    {INPUT}
  """ OPTIMIZE
  RUN SCREEN CACHE RETRY 2
  GET SCORE${index} FROM JSON "score"
  IF SCORE${index} >= 80 AND NOT (TONE${index} CONTAINS "formal")
    WRITE_LOG "{XACT} of {XACTTOT}: {SCORE${index}}"
  ELSE
    SKIP
  END_IF
  OUTPUT letters-${index}.xlsx AGGREGATE FORMAT json
  TRACK SCORE${index}, COSTCUR
END_BATCH

`;
const LINES_PER_BATCH = BATCH(0).split('\n').length - 1;

/** A valid script of that many lines: whole batches, padded with WRITE_LOG lines. */
function scriptOf(lines: number): string {
  const batches = Array.from({ length: Math.floor(lines / LINES_PER_BATCH) }, (_, index) => BATCH(index));
  const rest = Array.from(
    { length: lines % LINES_PER_BATCH },
    (_, index) => `WRITE_LOG "Line ${index} of {XACTTOT}"\n`,
  );
  return [...batches, ...rest].join('');
}

/**
 * Duration of one call of each function in milliseconds, after a warm-up: the 10th percentile, which other load affects
 * least. Calls alternate, so that other load affects all of them alike.
 */
function measureInterleaved<Name extends string>(
  runs: Readonly<Record<Name, () => unknown>>,
  minMs: number,
): (name: Name) => number {
  const entries = Object.entries<() => unknown>(runs);
  const times = new Map(entries.map(([name]): [string, number[]] => [name, []]));
  for (let warmUp = 0; warmUp < 8; warmUp++) for (const [, run] of entries) run();
  const until = performance.now() + minMs;
  for (let turn = 0; performance.now() < until || turn < 7; turn++) {
    for (const [name, run] of entries) {
      const start = performance.now();
      run();
      times.get(name)?.push(performance.now() - start);
    }
  }
  return (name) => {
    const sorted = (times.get(name) ?? []).sort((left, right) => left - right);
    return sorted[Math.floor(sorted.length / 10)] ?? 0;
  };
}

function measure(run: () => unknown, minMs = 700): number {
  return measureInterleaved({ run }, minMs)('run');
}

/** JSON of roughly the script's size and words: a list of lines, each a list of words. */
function jsonOf(script: string): string {
  const rows: string[][] = [];
  let size = 2;
  for (const line of script.split('\n')) {
    const words = line.trim().split(/\s+/);
    size += JSON.stringify(words).length + 1;
    if (size > script.length) break;
    rows.push(words);
  }
  return JSON.stringify(rows);
}

function row(what: string, figure: string, budget: string): void {
  console.log(`${what.padEnd(44)} ${figure.padStart(26)}   ${budget}`);
}

const ms = (value: number): string => `${value.toFixed(value < 1 ? 3 : 2)} ms`;

row('what', 'measured', 'budget');

const firstParse = spawnSync(
  process.execPath,
  [
    '--input-type=module',
    '-e',
    `import { parse } from '@promptwell/baiql-lang';
     const start = performance.now();
     parse(${JSON.stringify(scriptOf(10))});
     console.log(performance.now() - start);`,
  ],
  { cwd: import.meta.dirname, encoding: 'utf8' },
);
row('first parse in a fresh process', ms(Number(firstParse.stdout)), 'reference 24 ms');

const peggySource = await runTool('peggy', [
  '--format',
  'es',
  path.join(import.meta.dirname, 'lang.peggy'),
  '-o',
  '-',
]);
const peggyParser = (await import(`data:text/javascript,${encodeURIComponent(peggySource)}`)) as {
  parse: (script: string) => unknown;
};
const perLineUs = new Map<number, number>();
for (const lines of [10, 1_000, 20_000]) {
  const script = scriptOf(lines);
  const json = jsonOf(script);
  const time = measureInterleaved(
    {
      parse: () => parse(script),
      both: () => validate(script),
      json: () => JSON.parse(json) as unknown,
      peggy: () => peggyParser.parse(script),
    },
    2_800,
  );
  const [parseMs, bothMs, jsonMs, peggyMs] = [time('parse'), time('both'), time('json'), time('peggy')];
  perLineUs.set(lines, (bothMs * 1_000) / lines);
  const label = `${lines.toLocaleString('en')} lines (${(script.length / 1024).toFixed(0)} KB)`;
  row(`${label}: parse`, `${ms(parseMs)}, ${(script.length / parseMs / 1_000).toFixed(1)} MB/s`, '');
  row(`${label}: parse + validate`, ms(bothMs), '');
  row(
    `${label}: ÷ JSON.parse of equal bytes`,
    `${(bothMs / jsonMs).toFixed(1)}× of ${ms(jsonMs)}`,
    lines === 1_000 ? 'at most 30×' : '',
  );
  row(`${label}: ÷ Peggy, parse alone`, `${(bothMs / peggyMs).toFixed(2)}× of ${ms(peggyMs)}`, '');
}
const growth = (perLineUs.get(20_000) ?? 0) / (perLineUs.get(1_000) ?? 1);
row('a line at 20,000 ÷ a line at 1,000', `${growth.toFixed(2)}×`, 'at most 2×');

const thousand = scriptOf(1_000);
let stroke = 0;
const keystrokeMs = measure(() => {
  const at = (stroke++ * 7_919) % thousand.length;
  return validate(`${thousand.slice(0, at)}x${thousand.slice(at)}`);
});
row('one keystroke in 1,000 lines', ms(keystrokeMs), 'at most 8 ms');

const HOSTILE_SIZE = 100 * 1024;
let slowest = { title: '', time: 0 };
for (const { title, ofSize } of HOSTILE_SCRIPTS) {
  const script = ofSize(HOSTILE_SIZE);
  const time = measure(() => validate(script, LARGE_ENVIRONMENT), 100);
  if (time > slowest.time) slowest = { title, time };
}
row('the slowest of the hostile 100 KB scripts', ms(slowest.time), `at most 150 ms (${slowest.title})`);

/** Gzipped size of what a page loads for the editor initially: its entry and static imports. */
async function editorSizeKb(): Promise<number> {
  const { metafile, outputFiles } = await build({
    stdin: {
      contents: "export * from '@promptwell/baiql-lang/codemirror';",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    outdir: 'editor',
    metafile: true,
    write: false,
  });
  const loaded = new Set(['editor/stdin.js']);
  for (const name of loaded) {
    for (const { kind, path: imported } of metafile.outputs[name]?.imports ?? []) {
      if (kind === 'import-statement') loaded.add(imported);
    }
  }
  const bytes = outputFiles
    .filter((file) => loaded.has(path.relative(process.cwd(), file.path)))
    .reduce((sum, file) => sum + gzipSync(file.contents).length, 0);
  return bytes / 1024;
}

row('the editor with the language, gzip', `${(await editorSizeKb()).toFixed(0)} KB`, 'at most 240 KB');
