// The simplest possible batch: sends the rows of a CSV file concurrently over undici and writes the responses to a
// file. With COMMITS=1, each response is also committed to SQLite with synchronous=FULL before the next row is read.
// node bench/bare-loop.mjs IN.csv OUT.jsonl BASE_URL PARALLEL
import fs from 'node:fs';
import readline from 'node:readline';
import Database from 'better-sqlite3';
import { Pool } from 'undici';

const [input, output, baseUrl, parallel] = process.argv.slice(2);
const url = new URL(`${baseUrl}/chat/completions`);
const pool = new Pool(url.origin, { connections: Number(parallel) });
const out = fs.createWriteStream(output);
const insert = process.env.COMMITS === '1' ? openTable(`${output}.db`) : null;

function openTable(file) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE replies (number INTEGER PRIMARY KEY, text TEXT)');
  return db.prepare('INSERT INTO replies VALUES (?, ?)');
}

async function* rows() {
  let number = -1;
  for await (const line of readline.createInterface({ input: fs.createReadStream(input) })) {
    number += 1;
    if (number > 0) yield { number, cells: line.split(',') };
  }
}

const source = rows();
async function work() {
  for (;;) {
    const { done, value } = await source.next();
    if (done) return;
    const [name, topic, note] = value.cells;
    const { body } = await pool.request({
      path: url.pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer mock' },
      body: JSON.stringify({
        model: 'mock-small',
        messages: [
          { role: 'user', content: `Write a one-line comment for ${name} on ${topic}. Note: ${note}` },
        ],
        max_tokens: 128,
      }),
    });
    const answer = await body.json();
    const text = answer.choices[0].message.content;
    insert?.run(value.number, text);
    out.write(`${JSON.stringify({ number: value.number, text })}\n`);
  }
}

await Promise.all(Array.from({ length: Number(parallel) }, work));
out.end();
await pool.close();
