import type { Renderer } from './formats.js';
import type { Table } from './table.js';

/** Plain text: each reply under a line with its number and name; a single result is just the reply. */
export const txtRenderer: Renderer = { all: renderAll, single: renderReply };

async function* renderAll(table: Table): AsyncGenerator<string> {
  let separator = '';
  for await (const { result } of table.rows()) {
    const tracked = table.trackNames
      .map((name, index) => `${name}: ${result.tracked[index] ?? ''}\n`)
      .join('');
    yield `${separator}--- ${result.number}: ${result.label} ---\n${tracked}\n${result.reply.trimEnd()}\n`;
    separator = '\n';
  }
}

async function* renderReply(table: Table): AsyncGenerator<string> {
  for await (const { result } of table.rows()) yield `${result.reply.trimEnd()}\n`;
}
