import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';

const require = createRequire(import.meta.url);

let engine: { langs: string; worker: Worker } | null = null;

/** The OCR engine for these languages; reused until others are requested. */
export async function openOcrEngine(langs: readonly string[]): Promise<Worker> {
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
  // The engine's default takes the whole image for one block, which mixes the lines of columns and reads textures of
  // photos as words.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO });
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
