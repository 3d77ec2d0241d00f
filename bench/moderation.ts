// How much harmful text the configured moderation catches, and how much ordinary text it stops.
// npm run bench:moderation -- FILE [FILE] [FILE]      settings: MODERATION and related ones, as for the server
// A file has one text per row: .csv with a header, or .jsonl with one object per line. The text is in a column text,
// prompt, user_input or comment_text; the label in label, toxicity, is_harmful, unsafe or category. The labels 0,
// false, safe, benign, none, no and empty mean ordinary text; any other is the category of a harmful one. MOST=1000
// limits the rows per file, AT_ONCE=4 the concurrent requests.
import fs from 'node:fs';
import path from 'node:path';
import { DEFAULT_MODERATION_SETTINGS } from '@promptwell/ai-providers/moderation';
import { parse } from 'csv-parse/sync';
import { readEnv } from '~/core/server/env.server';
import { createLogger } from '~/core/server/logger.server';
import { createModeration, type Moderation } from '~/features/moderation/index.server';
import { classifierFor } from '~/integration-settings.server';

const MOST = Number(process.env.MOST ?? 1_000);
const CONCURRENCY = Number(process.env.CONCURRENCY ?? 4);
const MAX_FILES = 3;
const TEXTS = ['text', 'prompt', 'user_input', 'comment_text'];
const LABELS = ['label', 'toxicity', 'is_harmful', 'unsafe', 'category'];
/** Categories found without a classifier, unrelated to harm. */
const NUMBERS: ReadonlySet<string> = new Set(['payment-cards', 'personal-data']);
const ORDINARY = /^(?:|0|0\.0|false|safe|benign|none|no)$/i;

interface Labeled {
  text: string;
  /** `ordinary`, or the category of harm. */
  label: string;
}

function readTexts(file: string): Labeled[] {
  const content = fs.readFileSync(file, 'utf8');
  const rows: Record<string, unknown>[] = file.endsWith('.csv')
    ? parse(content, { columns: true, bom: true, skip_empty_lines: true, to: MOST })
    : content
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, MOST)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
  const [first = {}] = rows;
  const textColumn = TEXTS.find((name) => name in first);
  const labelColumn = LABELS.find((name) => name in first);
  if (textColumn === undefined || labelColumn === undefined) {
    throw new Error(`${file} needs a column of ${TEXTS.join(', ')} and one of ${LABELS.join(', ')}.`);
  }
  return rows.map((row) => {
    const label = textOf(row[labelColumn]).trim();
    const harmful = /^(?:1|1\.0|true|yes|unsafe)$/i.test(label) ? 'harmful' : label;
    return { text: textOf(row[textColumn]), label: ORDINARY.test(label) ? 'ordinary' : harmful };
  });
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

interface Tally {
  texts: number;
  warned: number;
  blocked: number;
  unjudged: number;
}

async function classifyAll(moderation: Moderation, texts: readonly Labeled[]): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  const waiting = texts.values();
  const work = async (): Promise<void> => {
    for (const { text, label } of waiting) {
      // The provider for which `auto` has a classifier.
      const { categories, source } = await moderation.check(text, { provider: 'openai' });
      const actions = categories.filter(({ name }) => !NUMBERS.has(name)).map(({ action }) => action);
      const tally = tallies.get(label) ?? { texts: 0, warned: 0, blocked: 0, unjudged: 0 };
      tallies.set(label, tally);
      tally.texts += 1;
      if (source === 'unavailable') tally.unjudged += 1;
      else if (actions.includes('block')) tally.blocked += 1;
      else if (actions.includes('warn')) tally.warned += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return tallies;
}

const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const files = process.argv.slice(2);
if (files.length === 0 || files.length > MAX_FILES) {
  console.error(`Name one to ${String(MAX_FILES)} files of labeled texts, .csv or .jsonl.`);
  process.exit(2);
}
const env = readEnv(process.env);
const moderation = createModeration({
  env,
  log: createLogger('silent'),
  store: { read: () => Promise.resolve(DEFAULT_MODERATION_SETTINGS), invalidate: () => undefined },
  classifierFor: (provider) => classifierFor(env, provider),
});
console.log(`MODERATION=${env.MODERATION}: judged by ${classifierFor(env, 'openai')?.kind ?? 'nobody'}`);
for (const file of files) {
  const tallies = [...(await classifyAll(moderation, readTexts(file)))].sort(([a], [b]) =>
    a.localeCompare(b),
  );
  const seen = ({ warned, blocked }: Tally): number => warned + blocked;
  const harmful = tallies.filter(([label]) => label !== 'ordinary').map(([, tally]) => tally);
  const count = (of: (tally: Tally) => number): number => harmful.reduce((sum, tally) => sum + of(tally), 0);
  const ordinary = tallies.find(([label]) => label === 'ordinary')?.[1];
  const texts = count((tally) => tally.texts);
  console.log(`\n${path.basename(file)}`);
  console.log(`  caught  ${share(count(seen), texts)} of ${String(texts)} harmful texts`);
  if (ordinary)
    console.log(
      `  false   ${share(seen(ordinary), ordinary.texts)} of ${String(ordinary.texts)} ordinary texts`,
    );
  console.table(
    Object.fromEntries(
      tallies.map(([label, { texts: all, warned, blocked, unjudged }]) => [
        label,
        { texts: all, warned: share(warned, all), blocked: share(blocked, all), unjudged },
      ]),
    ),
  );
}
await moderation.close();
