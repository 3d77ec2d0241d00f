import type { Environment } from '@promptwell/baiql-lang';
import type { TableStart } from './read-columns.js';

/** What a check knows of tables, each by its path. */
export type TableFacts = Required<
  Pick<Environment, 'headers' | 'firstRows' | 'unvarying' | 'sheets' | 'readings'>
>;

/** The facts of those tables that can be looked into. */
export async function collectTableFacts(
  paths: Iterable<string>,
  startOf: (path: string) => Promise<TableStart | null>,
): Promise<TableFacts> {
  const facts = { headers: {}, firstRows: {}, unvarying: {}, sheets: {}, readings: {} } satisfies TableFacts;
  const add = <Fact>(to: Record<string, Fact>, path: string, fact: Fact): void => void (to[path] = fact);
  for (const path of paths) {
    const start = await startOf(path);
    if (start === null) continue;
    const { columns, firstRows, unvarying, sheets, readings } = start;
    if (readings.length > 0) add(facts.readings, path, readings);
    if (sheets.length > 0) add(facts.sheets, path, sheets);
    if (columns.length === 0) continue;
    add(facts.headers, path, columns);
    add(facts.firstRows, path, firstRows);
    if (unvarying !== null) add(facts.unvarying, path, unvarying);
  }
  return facts;
}
