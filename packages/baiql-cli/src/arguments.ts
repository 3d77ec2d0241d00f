import { parseArgs } from 'node:util';
import { UsageError } from './command.js';

/** Options by name: whether each takes a value, and which. */
type OptionTable = Readonly<Record<string, { readonly takes: 'nothing' | 'value' | readonly string[] }>>;

/** Parsed arguments: the values of options (`true` for flags), and the positionals in order. */
interface Arguments<Table extends OptionTable> {
  readonly options: { readonly [Name in keyof Table]?: ValueOf<Table[Name]['takes']> };
  readonly rest: readonly string[];
}

type ValueOf<Takes> = Takes extends 'nothing'
  ? true
  : Takes extends readonly (infer Value)[]
    ? Value
    : string;

/**
 * Parses a command's arguments.
 * @throws UsageError for an option that is not in the table, is repeated, or has an invalid value.
 */
export function readArguments<const Table extends OptionTable>(
  args: readonly string[],
  table: Table,
): Arguments<Table> {
  const config = Object.fromEntries(
    Object.entries(table).map(([name, { takes }]) => [
      name,
      { type: takes === 'nothing' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: config,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const known: OptionTable = table;
  const options: Record<string, string | true> = {};
  const rest: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') rest.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (option === undefined) throw new UsageError(`Unknown option: ${token.rawName}.`);
    if (Object.hasOwn(options, token.name)) throw new UsageError(`${token.rawName} is given twice.`);
    options[token.name] = valueOf(token.rawName, token.value, option.takes);
  }
  return { options: options as Arguments<Table>['options'], rest }; // each value was validated by its row
}

function valueOf(
  name: string,
  value: string | undefined,
  takes: OptionTable[string]['takes'],
): string | true {
  if (takes === 'nothing') {
    if (value !== undefined) throw new UsageError(`${name} takes no value.`);
    return true;
  }
  if (value === undefined || value === '') throw new UsageError(`${name} needs a value.`);
  if (takes !== 'value' && !takes.includes(value)) {
    throw new UsageError(`${name} must be one of ${takes.join(', ')}, not ${value}.`);
  }
  return value;
}
