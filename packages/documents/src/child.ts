// The process that parses documents: the only place where large parsers meet untrusted files. It has no environment
// variables, has resource limits, and may be killed at any time.
import { readFile, stat } from 'node:fs/promises';
import { DocumentError } from './document-error.js';
import { MAX_UNPACKED_SHEET_BYTES } from './limits.js';
import { readDocument } from './parse/read-document.js';
import { readSheetRecords, type SheetChoice, type SheetRecords } from './parse/read-sheet.js';
import type { SheetCell } from './parse/sheet-cell.js';
import { DenseSheetError } from './parse/workbook-parts.js';
import type { OnProgress, Reply, Request, SheetStart, Task, TaskResults, WorkbookStart } from './protocol.js';

process.on('message', (request: Request) => {
  void answer(request);
});
// Without its parent the process has no purpose.
process.on('disconnect', () => process.exit(0));

async function answer({ id, task }: Request): Promise<void> {
  const onProgress: OnProgress = (step) => {
    const { user, system } = process.cpuUsage();
    send({ id, type: 'progress', cpuMs: (user + system) / 1_000, step });
  };
  try {
    onProgress('parse');
    const result = await perform(task, onProgress);
    send({ id, type: 'done', result, residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    const known = error instanceof DocumentError;
    const message = known ? error.message : `${task.name} could not be read.`;
    send({ id, type: 'failed', code: known ? error.code : 'damaged', message });
  }
}

async function perform(task: Task, onProgress: OnProgress): Promise<TaskResults[Task['kind']]> {
  switch (task.kind) {
    case 'read':
      return readDocument(task, task.options, onProgress);
    case 'picture': {
      const { showDocument } = await import('./parse/show-document.js');
      return showDocument(task, task.options);
    }
    case 'audio': {
      const { audioFacts } = await import('./parse/audio-facts.js');
      return audioFacts(task.name, await readFile(task.path));
    }
    case 'sheet-rows': {
      const { records } = await readSheet(task);
      return records.slice(0, task.count).map(asTexts);
    }
    case 'sheet-start':
      return readWorkbookStart(task, task.count);
  }
}

/** Each sheet is parsed by itself, so in larger workbooks only the first is. */
const MAX_BYTES_OF_SHEETS = 1024 * 1024;
const MAX_SHEETS = 12;

async function readWorkbookStart(task: Task, count: number): Promise<WorkbookStart> {
  const shown = await readSheet(task, { headers: count });
  const start = startOf(shown);
  const isLarge = (await stat(task.path)).size > MAX_BYTES_OF_SHEETS;
  const numbers = shown.visibleSheets.slice(0, MAX_SHEETS);
  if (isLarge || numbers.length < 2) return { ...start, sheets: [] };
  const sheets: WorkbookStart['sheets'][number][] = [];
  for (const number of numbers) {
    const sheet = await readSheet(task, { sheet: number, headers: count });
    sheets.push({ number, name: sheet.name, ...startOf(sheet) });
  }
  return { ...start, sheets };
}

const startOf = ({ records: [header], headers = [] }: SheetRecords): SheetStart => ({
  header: header === undefined ? null : asTexts(header),
  firstRows: headers.map(asTexts),
});

async function readSheet({ path, name }: Task, choice: SheetChoice = {}): Promise<SheetRecords> {
  try {
    return await readSheetRecords(await readFile(path), MAX_UNPACKED_SHEET_BYTES, choice);
  } catch (error) {
    if (!(error instanceof DenseSheetError)) throw error;
    throw new DocumentError('too-large', error.sentenceOf(name), { cause: error });
  }
}

const asTexts = (cells: readonly SheetCell[]): string[] => cells.map(String);

function send(reply: Reply): void {
  process.send?.(reply);
}
