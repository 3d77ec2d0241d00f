import type { Reference } from '../host.js';
import type { PendingTransaction } from '../interpreter/execute-transaction.js';
import { TransactionError } from '../interpreter/script-error.js';
import { columnNames, shortHash, type TransactionInput } from '../interpreter/transaction-input.js';
import type { AreaFile } from '../paths/index.js';
import { SourceError, type FileItems, type OpenedRows, type Row } from '../sources/index.js';
import type { BatchSources, SourceDeps } from './batch-sources.js';
import { joinForFiles, joinForRows } from './join-sources.js';
import type { OpenedLoad, TextNeeds } from './open-batch.js';

type Transactions = Pick<
  BatchSources,
  'total' | 'driver' | 'driverColumns' | 'driverFormats' | 'transactions'
>;

const LABEL_CHARACTERS = 120;

/** One transaction per row or line. */
export async function rowTransactions(
  tools: SourceDeps,
  driver: OpenedLoad,
  source: OpenedRows,
  others: readonly OpenedLoad[],
  needs: TextNeeds,
): Promise<Transactions> {
  const join = await joinForRows(driver, source, others);
  const columns = columnNames(source.columns);
  const isLines = driver.load.type === 'LINES';

  async function load(row: Row, label: string): Promise<TransactionInput> {
    if (row.problem !== undefined) throw new TransactionError(row.problem);
    const joined = await join(row);
    const [file] = joined.files;
    const fileText =
      file === undefined || !needs.inputText ? null : await tools.readText(file.file, file.load);
    return {
      number: row.number,
      label,
      text: row.text,
      fileText,
      file: file === undefined ? null : factsOf(file.file),
      line: { text: isLines ? row.text : row.values.join(' '), number: row.line },
      rows: [{ columns, values: row.values }, ...joined.rows],
      references: [],
      values: row.values,
      cells: row.cells,
      source: sourceOf(
        joined.files.map(({ file: own }) => own),
        row.values,
      ),
    };
  }

  return {
    total: source.total,
    driver: 'rows',
    driverColumns: source.columns,
    ...(source.formats === undefined ? {} : { driverFormats: source.formats }),
    async *transactions(from, signal) {
      for await (const row of source.rows({ from, signal })) {
        const label = shorten(row.values[0] ?? row.text) || String(row.number);
        yield { number: row.number, label, load: () => load(row, label) };
      }
    },
  };
}

/** One transaction for each file, or for every two of them. */
export async function fileTransactions(
  tools: SourceDeps,
  driver: OpenedLoad,
  { files }: FileItems,
  others: readonly OpenedLoad[],
  needs: TextNeeds,
): Promise<Transactions> {
  const join = await joinForFiles(files, others);
  const { load: loadLine, name } = driver;
  const how = { ...loadLine, writtenIn: driver.writtenIn };
  const isPaired = loadLine.pairs === true;
  const units = isPaired ? pairsOf(files, name, loadLine.first) : files.map((file): Unit => [file]);

  async function load([file, second]: Unit, number: number): Promise<TransactionInput> {
    const joined = await join(file);
    const text = needs.input || needs.inputText ? await tools.readText(file, how) : '';
    const needsSecond = second !== undefined && (needs.input || needs.inputText2);
    const secondText = needsSecond ? await tools.readText(second, how) : null;
    const references: Reference[] = [];
    for (const { load: other, file: own } of joined.files) {
      references.push({ name: own.name, text: await tools.readText(own, other) });
    }
    const own = second === undefined ? [file] : [file, second];
    return {
      number,
      label: labelOf([file, second]),
      text:
        second === undefined
          ? text
          : `--- ${file.name} ---\n${text}\n\n--- ${second.name} ---\n${secondText ?? ''}`,
      fileText: text,
      file: factsOf(file),
      ...(second === undefined ? {} : { second: { name: second.name, text: secondText } }),
      line: null,
      rows: joined.rows,
      references,
      values: own.map((each) => each.name),
      source: sourceOf([...own, ...joined.files.map(({ file: other }) => other)]),
    };
  }

  return {
    total: units.length,
    driver: 'files',
    driverColumns: isPaired ? ['FILENAME', 'FILENAME2'] : ['FILENAME'],
    async *transactions(from) {
      await Promise.resolve();
      for (const [index, unit] of units.entries()) {
        const number = index + 1;
        if (number < from) continue;
        yield { number, label: labelOf(unit), load: () => load(unit, number) } satisfies PendingTransaction;
      }
    },
  };
}

/** The input of a transaction: a file, or a pair of files. */
type Unit = readonly [AreaFile, AreaFile?];

const labelOf = ([file, second]: readonly [AreaFile, AreaFile | undefined] | Unit): string =>
  second === undefined ? file.name : `${file.name} – ${second.name}`;

/** Maximum number of pairs. */
const MAX_PAIRS = 100_000;

/** Every two files, in their order: the first with all after it, then the second. @throws SourceError */
function pairsOf(files: readonly AreaFile[], name: string, first = Number.POSITIVE_INFINITY): Unit[] {
  if (files.length < 2)
    throw new SourceError('empty', `PAIRS needs at least two files, and ${name} has one.`);
  const count = Math.min(first, (files.length * (files.length - 1)) / 2);
  if (count > MAX_PAIRS) {
    const [pairs, most] = [count, MAX_PAIRS].map((each) => each.toLocaleString('en'));
    throw new SourceError('too-large', `${name} has ${pairs} pairs of files; the maximum is ${most}.`);
  }
  const pairs: Unit[] = [];
  for (const [index, file] of files.entries()) {
    for (const second of files.slice(index + 1)) {
      if (pairs.length >= count) return pairs;
      pairs.push([file, second]);
    }
  }
  return pairs;
}

function sourceOf(files: readonly AreaFile[], cells: readonly string[] = []): string {
  const parts = files.map(({ path, sizeBytes, modifiedMs }) => [path, sizeBytes, modifiedMs]);
  return shortHash(JSON.stringify([...parts, cells]));
}

function factsOf({ name, path, sizeBytes }: AreaFile): NonNullable<TransactionInput['file']> {
  return { name, path, sizeBytes };
}

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/gu, ' ');
  return line.length <= LABEL_CHARACTERS ? line : `${line.slice(0, LABEL_CHARACTERS)}…`;
}
