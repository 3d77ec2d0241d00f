import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';

const require = createRequire(import.meta.url);

let engine: { langs: string; folder: string; worker: Worker } | null = null;

/** The OCR engine for these languages; set up anew when others are requested. */
export async function openOcrEngine(langs: readonly string[]): Promise<Worker> {
  const wanted = langs.join('+');
  if (engine?.langs === wanted) return engine.worker;
  const folder = engine?.folder ?? (await mkdtemp(path.join(tmpdir(), 'ocr-languages-')));
  const worker = await withLanguages(folder, langs, async () => {
    const running = engine?.worker;
    engine = null; // until it is set up
    if (running === undefined) return startEngine(wanted, folder);
    // Starting another would compile its program again.
    await running.reinitialize(wanted, OEM.LSTM_ONLY);
    return running;
  });
  // The engine's default takes the whole image for one block, which mixes the lines of columns and reads textures of
  // photos as words.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO });
  engine = { langs: wanted, folder, worker };
  return worker;
}

const startEngine = (langs: string, langPath: string): Promise<Worker> =>
  createWorker(langs, OEM.LSTM_ONLY, {
    langPath,
    gzip: true,
    cacheMethod: 'none',
    // Without a handler, an error in the engine's thread ends the process.
    errorHandler: () => undefined,
  });

/** The engine expects all languages in one folder, but each comes in its own package. */
async function withLanguages<Result>(
  folder: string,
  langs: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true });
  try {
    for (const file of langs.map(languageFile)) await copyFile(file, path.join(folder, path.basename(file)));
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function languageFile(code: string): string {
  const folder = path.dirname(require.resolve(`@tesseract.js-data/${code}/package.json`));
  return path.join(folder, '4.0.0_best_int', `${code}.traineddata.gz`);
}
