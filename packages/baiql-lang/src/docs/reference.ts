import { CATALOGUE } from '../diagnostics/catalogue.js';
import type { VocabularyEntry } from '../vocabulary/entry.js';
import { LOAD_TYPES, LOADABLE, OUTPUT_FORMATS } from '../vocabulary/file-kinds.js';
import { COMMAND_WORDS, NUMBER_LIMITS, VOCABULARY } from '../vocabulary/vocabulary.js';

const INTRODUCTION = `# BAIQL reference

Every word of BAIQL, generated from the same table as the editor’s help. The [guide](guide.md) explains the language
step by step.

A script has one command per line. Words of the language are written in upper case. \`#\` begins a comment. A text goes
between quotes, or between \`"""\` and \`"""\` when it has several lines; \`{NAME}\` in a text is filled in.
In a text, \`\\"\` is a quote, \`\\\\\` a backslash, \`\\n\` a line end, \`\\t\` a tab and \`\\{\` a brace that is not filled in.

A script that asks once and keeps the reply in a file:

\`\`\`baiql
BATCH_START "Newsletter titles"
  MODEL "gpt-4o-mini" TEMP 0.8
  PROMPT "Suggest five titles for a newsletter about bees, one on each line."
  RUN
  OUTPUT "titles.txt"
END_BATCH
\`\`\`

Below, brackets mark optional parts, and a bar separates alternatives.
`;

/** The reference page as Markdown. */
export function referencePage(): string {
  return [
    INTRODUCTION,
    '## Commands\n',
    ...sections((entry) => COMMAND_WORDS.has(entry.word) && entry.group === 'command', commandEntry),
    '## Options\n',
    ...sections((entry) => OPTION_GROUPS.has(entry.group), commandEntry),
    '## What can be loaded and written\n',
    loadTable(),
    `\`OUTPUT\` writes ${OUTPUT_FORMATS.map((format) => `\`${format}\``).join(', ')} files.\n`,
    '## Numbers\n',
    numberTable(),
    '## Values and conditions\n',
    OPERATORS,
    '## Names set by the engine\n',
    ...nameTables((entry) => entry.group === 'input' || entry.group === 'built-in'),
    '## Settings\n',
    ...sections((entry) => entry.group === 'setting', commandEntry),
    '## Diagnostics\n',
    'Errors stop a script from running. Warnings and hints don’t.\n',
    diagnosticTable(),
  ].join('\n');
}

const OPTION_GROUPS = new Set<VocabularyEntry['group']>(['mode', 'option', 'load-type', 'operator']);

const OPERATORS = `A value is a text, a number or a switch (\`ON\`, \`OFF\`). Numbers are written with a point: \`0.7\`.

| written | means |
|---|---|
| \`+\` \`-\` \`*\` \`/\` | plus (texts are joined), minus, times, divided by |
| \`=\` \`!=\` | equal, not equal |
| \`<\` \`<=\` \`>\` \`>=\` | less, at most, greater, at least |
| \`CONTAINS\` | the second text is somewhere in the first |
| \`NOT\` \`AND\` \`OR\` | as in English; \`NOT\` binds tightest, \`OR\` loosest |
| \`( )\` | grouping |

Two numbers are compared as numbers, everything else as texts. A cell or a reply counts as a number when it is written like
one: \`17\`, \`17.5\`, \`17,5\`, \`1,250.00\`, \`1.250,00\` or \`1’250.00\`. \`1.250\` is one and a quarter; \`1,250\` could be either, so a
comparison by size fails. Texts are compared without regard to case and to blanks around them. \`true\` and \`false\` from a
JSON reply are switches: \`= ON\`, \`= "true"\` and \`= "yes"\` are the same.
`;

function sections(
  chosen: (entry: VocabularyEntry) => boolean,
  render: (entry: VocabularyEntry) => string,
): string[] {
  return titlesOf(chosen).flatMap((title) => [
    `### ${title}\n`,
    ...VOCABULARY.filter((entry) => entry.section === title && chosen(entry)).map(render),
  ]);
}

function titlesOf(chosen: (entry: VocabularyEntry) => boolean): string[] {
  return [...new Set(VOCABULARY.filter(chosen).map(({ section }) => section))];
}

function commandEntry({ word, signature, documentation, example }: VocabularyEntry): string {
  return `#### ${word}\n\n\`${signature}\`\n\n${documentation}\n\n\`\`\`baiql\n${example}\n\`\`\`\n`;
}

function nameTables(chosen: (entry: VocabularyEntry) => boolean): string[] {
  return titlesOf(chosen).map((title) => {
    const rows = VOCABULARY.filter((entry) => entry.section === title && chosen(entry));
    return `### ${title}\n\n| name | what it is |\n|---|---|\n${rows.map(nameRow).join('')}`;
  });
}

function nameRow({ signature, documentation }: VocabularyEntry): string {
  return `| \`${signature}\` | ${cell(documentation)} |\n`;
}

function loadTable(): string {
  const rows = LOAD_TYPES.map((type) => {
    const { extensions, file, folder } = LOADABLE[type];
    const what =
      file && folder ? 'a file, a folder or a pattern' : file ? 'one file' : 'a folder or a pattern';
    return `| \`${type}\` | ${what} | ${extensions.join(', ')} |\n`;
  });
  return `| type | loads | kinds of files |\n|---|---|---|\n${rows.join('')}`;
}

function numberTable(): string {
  const rows = [...NUMBER_LIMITS].map(([word, { min, max, whole }]) => {
    const range = max === null ? `above ${min}` : `${min} to ${max}`;
    return `| \`${word}\` | ${range} | ${whole ? 'whole' : 'any'} |\n`;
  });
  return `| after | from … to | number |\n|---|---|---|\n${rows.join('')}`;
}

function diagnosticTable(): string {
  const rows = Object.entries(CATALOGUE).map(
    ([code, { severity, message, about }]) =>
      `| ${code} | ${severity} | ${cell(message)} | ${cell(about)} |\n`,
  );
  return `| code | kind | message | what to do |\n|---|---|---|---|\n${rows.join('')}`;
}

/** Escapes a text for a table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
