import { parse } from 'csv-parse/sync';
import { DomainError } from '~/core/shared/errors';
import { describeIssues, z } from '~/core/shared/zod';
import { MAX_PROMPTS } from '../limits';
import { savePromptSchema } from '../schema';
import { beginningOf } from '../store/prompt-text';
import { splitTags } from './tags-cell';

/** A prompt in a file, before validation. */
type Raw = Record<'title' | 'content' | 'description' | 'folder' | 'tags', unknown> &
  Partial<Record<'category' | 'topic' | 'subtopic', unknown>>;

/** Other products' values may be anything; invalid ones are ignored. */
const partName = z.string().trim().max(2000).catch('').default('');
const importedSchema = savePromptSchema.extend({ category: partName, topic: partName, subtopic: partName });

/** A prompt with its parts, by name. */
export type ImportedPrompt = z.output<typeof importedSchema>;

export interface PromptFile {
  prompts: ImportedPrompt[];
  /** One message per prompt that was left out. */
  skipped: string[];
}

/**
 * Reads prompts from our exports (JSON, CSV), Open WebUI's prompts, ChatGPT conversations (the first message of each),
 * and tables with a column of prompts. @throws DomainError `unreadable_file`
 */
export function readPromptFile({ name, text }: { name: string; text: string }): PromptFile {
  const isCsv = /\.csv$/i.test(name);
  const raws = isCsv ? readTable(text) : readJson(text);
  if (raws.length === 0) throw unreadable('There are no prompts in this file.');
  if (raws.length > MAX_PROMPTS)
    throw unreadable(
      `This file has ${raws.length.toLocaleString('en-US')} prompts. Import at most ${MAX_PROMPTS.toLocaleString('en-US')} at once.`,
    );
  const file: PromptFile = { prompts: [], skipped: [] };
  raws.forEach((raw, index) => {
    const checked = importedSchema.safeParse(raw);
    if (checked.success) file.prompts.push(checked.data);
    else file.skipped.push(`Prompt ${String(index + 1)}: ${describeIssues(checked.error.issues).join(' ')}`);
  });
  if (file.prompts.length === 0) throw unreadable(file.skipped[0] ?? 'There are no prompts in this file.');
  return file;
}

const unreadable = (message: string): DomainError =>
  new DomainError('invalid', message, { code: 'unreadable_file' });

function readJson(text: string): Raw[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw unreadable('This file is not valid JSON.');
  }
  const list = z.array(z.record(z.string(), z.unknown())).safeParse(isRecord(value) ? value.prompts : value);
  if (!list.success) throw unreadable('This file has no list of prompts.');
  return list.data.flatMap((entry) => ('mapping' in entry ? readConversation(entry) : [readEntry(entry)]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Open WebUI names prompts by command: /summarize. */
function readEntry(entry: Record<string, unknown>): Raw {
  const content = entry.content ?? entry.prompt;
  return {
    title: entry.title ?? entry.name ?? entry.act ?? entry.command ?? titleFrom(content),
    content,
    description: entry.description ?? '',
    folder: entry.folder ?? '',
    tags: entry.tags ?? [],
    category: entry.category,
    topic: entry.topic,
    subtopic: entry.subtopic,
  };
}

/** Default title in a file without titles. */
const titleFrom = (content: unknown): unknown =>
  typeof content === 'string' ? beginningOf(content.trim(), 60) : undefined;

const conversationSchema = z.object({
  title: z.string().nullish(),
  mapping: z.record(
    z.string(),
    z.object({
      message: z
        .object({
          author: z.object({ role: z.string() }),
          create_time: z.number().nullish(),
          content: z.object({ parts: z.array(z.unknown()).optional() }),
        })
        .nullish(),
    }),
  ),
});

function readConversation(entry: Record<string, unknown>): Raw[] {
  const conversation = conversationSchema.safeParse(entry);
  if (!conversation.success) return [];
  const requests = Object.values(conversation.data.mapping)
    .flatMap(({ message }) => (message?.author.role === 'user' ? [message] : []))
    .sort((a, b) => (a.create_time ?? 0) - (b.create_time ?? 0));
  const content = (requests[0]?.content.parts ?? [])
    .filter((part): part is string => typeof part === 'string')
    .join('\n');
  if (content.trim() === '') return [];
  const title = (conversation.data.title ?? '').slice(0, 160) || titleFrom(content);
  return [{ title, content, description: '', folder: '', tags: ['ChatGPT'] }];
}

/** Locales with a decimal comma use semicolons in CSV. */
function separatorOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => header.split(separator).length;
  return [';', '\t'].find((separator) => count(separator) > count(',')) ?? ',';
}

function readTable(text: string): Raw[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_quotes: true,
      columns: (header: string[]) => header.map((column) => column.trim().toLowerCase()),
      skip_empty_lines: true,
      // Our exports prefix cells that a spreadsheet would run as a formula.
      cast: (value) => value.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, ''),
      relax_column_count: true,
    });
  } catch {
    throw unreadable('This file is not a valid CSV table.');
  }
  if (!rows[0] || !('content' in rows[0] || 'prompt' in rows[0]))
    throw unreadable('The table needs a column named content or prompt.');
  return rows.map(({ tags = '', ...row }) => ({
    ...readEntry(row),
    tags: splitTags(tags),
  }));
}
