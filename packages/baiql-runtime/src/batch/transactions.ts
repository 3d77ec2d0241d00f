import type { Reference } from '../host.js';
import type { PendingTransaction } from '../interpreter/execute-transaction.js';
import { TransactionError } from '../interpreter/script-error.js';
import { columnNames, shortHash, type TransactionInput } from '../interpreter/transaction-input.js';
import type { AreaFile } from '../paths/index.js';
import type { FileItems, OpenedRows, Row } from '../sources/index.js';
import type { BatchSources, SourceTools } from './batch-sources.js';
import { joinForFiles, joinForRows } from './join-sources.js';
import type { OpenedLoad, TextNeeds } from './open-batch.js';

type Transactions = Pick<BatchSources, 'total' | 'driver' | 'driverColumns' | 'transactions'>;

const LABEL_CHARACTERS = 120;

/** One transaction for each row or line. */
export async function rowTransactions(
  tools: SourceTools,
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
    async *transactions(from, signal) {
      for await (const row of source.rows({ from, signal })) {
        const label = shorten(row.values[0] ?? row.text) || String(row.number);
        yield { number: row.number, label, load: () => load(row, label) };
      }
    },
  };
}

/** One transaction for each file. */
export async function fileTransactions(
  tools: SourceTools,
  driver: OpenedLoad,
  { files }: FileItems,
  others: readonly OpenedLoad[],
  needs: TextNeeds,
): Promise<Transactions> {
  const join = await joinForFiles(files, others);

  async function load(file: AreaFile, number: number): Promise<TransactionInput> {
    const joined = await join(file);
    const text = needs.input || needs.inputText ? await tools.readText(file, driver.load) : '';
    const references: Reference[] = [];
    for (const { load: other, file: own } of joined.files) {
      references.push({ name: own.name, text: await tools.readText(own, other) });
    }
    return {
      number,
      label: file.name,
      text,
      fileText: text,
      file: factsOf(file),
      line: null,
      rows: joined.rows,
      references,
      values: [file.name],
      source: sourceOf([file, ...joined.files.map(({ file: own }) => own)]),
    };
  }

  return {
    total: files.length,
    driver: 'files',
    driverColumns: ['FILENAME'],
    async *transactions(from) {
      await Promise.resolve();
      for (const [index, file] of files.entries()) {
        const number = index + 1;
        if (number < from) continue;
        yield { number, label: file.name, load: () => load(file, number) } satisfies PendingTransaction;
      }
    },
  };
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
