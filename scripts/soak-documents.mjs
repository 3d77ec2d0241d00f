// `npm run soak:documents -- FOLDER [LANGS]`: reads every file below a folder, with OCR where it has no text, and prints
// how each was read, in how much time and memory, and how much of what pdftotext and tesseract read it has in the same
// order, where they are installed. Nothing leaves the machine.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDocumentReader, DocumentError } from '@promptwell/documents';

const [folder, langs = 'eng'] = process.argv.slice(2);
if (!folder) {
  console.error('Name a folder: npm run soak:documents -- ~/Documents eng,spa');
  process.exit(2);
}

const run = promisify(execFile);
const limits = { maxProcesses: 1, totalTimeoutMs: 60_000, ocrTimeoutMs: 120_000 };
const reader = createDocumentReader(limits);
const SKIPPED = new Set(['unsupported']);
/** @type {Map<string, { files: number, ms: number, failures: Map<string, number> }>} */
const classes = new Map();
const rows = [];

for (const name of fs.readdirSync(folder, { recursive: true }).map(String).toSorted()) {
  const file = path.join(folder, name);
  if (!fs.statSync(file).isFile()) continue;
  const kind = path.extname(name).slice(1).toLowerCase();
  const of = classes.get(kind) ?? { files: 0, ms: 0, failures: new Map() };
  classes.set(kind, of);
  of.files += 1;
  const watch = watchMemory();
  const startedMs = performance.now();
  const read = await reader
    .read(file, { ocr: true, langs: langs.split(','), acceptEmpty: true })
    .catch((error) => error);
  const ms = Math.round(performance.now() - startedMs);
  const peakMb = watch.stop();
  of.ms += ms;
  if (read instanceof Error) {
    const code = read instanceof DocumentError ? read.code : 'error';
    of.failures.set(code, (of.failures.get(code) ?? 0) + 1);
    if (!SKIPPED.has(code)) rows.push({ name, ms, peakMb, result: `${code}: ${read.message}` });
    continue;
  }
  const other = await readElsewhere(file, kind, read.ocrUsed);
  rows.push({
    name,
    ms,
    peakMb,
    result: [
      `${read.text.length} characters`,
      read.ocr && `OCR ${read.ocr.confidence}%`,
      other && `${other.program} ${other.ms} ms, ${sharedTriples(other.text, read.text)} of its word triples`,
      read.notice,
    ]
      .filter(Boolean)
      .join(' · '),
  });
}
reader.close();

for (const { name, ms, peakMb, result } of rows)
  console.log(`${String(ms).padStart(7)} ms ${String(peakMb).padStart(5)} MB  ${name}: ${result}`);
console.log('');
for (const [kind, { files, ms, failures }] of classes) {
  const failed = [...failures].map(([code, count]) => `${count} ${code}`).join(', ');
  console.log(`${kind || 'no extension'}: ${files} files, ${ms} ms${failed && `; ${failed}`}`);
}

/** Peak resident memory of the processes that this one started, in MB. */
function watchMemory() {
  let peak = 0;
  const look = () => {
    const children = `/proc/self/task/${process.pid}/children`;
    if (!fs.existsSync(children)) return;
    for (const pid of fs.readFileSync(children, 'utf8').split(' ').filter(Boolean)) {
      try {
        const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        peak = Math.max(peak, Number(kb));
      } catch (error) {
        if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error; // it has just ended
      }
    }
  };
  const timer = setInterval(look, 50);
  return {
    stop: () => {
      look();
      clearInterval(timer);
      return Math.round(peak / 1024);
    },
  };
}

/** What the independent program for this kind reads; null where there is none. */
async function readElsewhere(file, kind, isOcr) {
  const startedMs = performance.now();
  const images = ['png', 'jpg', 'jpeg', 'webp', 'tif', 'tiff', 'bmp'];
  const [program, args] =
    kind === 'pdf' && !isOcr
      ? ['pdftotext', [file, '-']]
      : images.includes(kind)
        ? ['tesseract', [file, '-', '-l', langs.replaceAll(',', '+')]]
        : [];
  if (program === undefined) return null;
  const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, OMP_THREAD_LIMIT: '1' } };
  const outcome = await run(program, args, options).catch((error) => error);
  if (outcome instanceof Error) return null; // not installed, or it can't read the file
  return { program, text: outcome.stdout, ms: Math.round(performance.now() - startedMs) };
}

/** The share of one text's runs of three words that another has too. */
function sharedTriples(theirs, ours) {
  const triplesOf = (text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return new Set(words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`));
  };
  const [wanted, found] = [triplesOf(theirs), triplesOf(ours)];
  if (wanted.size === 0) return 'none';
  return ([...wanted].filter((triple) => found.has(triple)).length / wanted.size).toFixed(2);
}
