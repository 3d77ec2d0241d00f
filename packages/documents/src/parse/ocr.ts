import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createWorker, OEM, type Worker } from 'tesseract.js';
import { DocumentError } from '../document-error.js';

const require = createRequire(import.meta.url);

let engine: { langs: string; worker: Worker } | null = null;

/**
 * OCR of an image (PNG or JPEG). The engine is reused until other languages are requested.
 * @throws DocumentError `damaged`.
 */
export async function recognizeText(
  name: string,
  picture: Uint8Array,
  langs: readonly string[],
): Promise<string> {
  const worker = await openEngine(langs);
  try {
    const { data } = await worker.recognize(Buffer.from(picture));
    return data.text.trim();
  } catch (error) {
    throw new DocumentError('damaged', `${name} could not be read with OCR.`, { cause: error });
  }
}

async function openEngine(langs: readonly string[]): Promise<Worker> {
  const wanted = langs.join('+');
  if (engine?.langs === wanted) return engine.worker;
  await engine?.worker.terminate();
  engine = null;
  const worker = await withLanguageFolder(langs, (langPath) =>
    createWorker([...langs], OEM.LSTM_ONLY, {
      langPath,
      gzip: true,
      cacheMethod: 'none',
      // Without a handler, an error in the engine's thread ends the process.
      errorHandler: () => undefined,
    }),
  );
  engine = { langs: wanted, worker };
  return worker;
}

/** The engine expects all languages in one folder, but each comes in its own package. */
async function withLanguageFolder<Result>(
  langs: readonly string[],
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const files = langs.map(languageFile);
  const [first] = files;
  if (first !== undefined && files.length === 1) return work(path.dirname(first));
  const folder = await mkdtemp(path.join(tmpdir(), 'ocr-languages-'));
  try {
    for (const file of files) await copyFile(file, path.join(folder, path.basename(file)));
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function languageFile(code: string): string {
  const folder = path.dirname(require.resolve(`@tesseract.js-data/${code}/package.json`));
  return path.join(folder, '4.0.0_best_int', `${code}.traineddata.gz`);
}
