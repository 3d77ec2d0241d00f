import fs from 'node:fs';
import path from 'node:path';
import { openCsv, openDocx, openXlsx } from '../../../packages/baiql-runtime/src/test-support/open-outputs';
import { fileApi } from '../../support/baiql-files';
import { runApi } from '../../support/baiql-runs';

const EXAMPLES = path.resolve(import.meta.dirname, '../../../packages/baiql-runtime/examples');

/** One of the example scripts with its files, as a person works with it through the API. */
export function exampleApi(origin: string, token: string, name: string) {
  const folder = path.join(EXAMPLES, name, 'files');
  const script = fs.readFileSync(path.join(EXAMPLES, name, 'script.baiql'), 'utf8');
  const files = fileApi(origin, token);
  const runs = runApi(origin, token);
  return {
    script,
    files,
    runs,
    upload: async (): Promise<void> => {
      const form = new FormData();
      form.append('path', '/data/input/');
      for (const file of filesBelow(folder)) {
        const bytes = fs.readFileSync(path.join(folder, file));
        form.append('file', new File([bytes], file.split(path.sep).join('/')));
      }
      const { status } = await files.send(form);
      if (status !== 201) throw new Error(`The files of ${name} were refused (${status}).`);
    },
    run: () => runs.run(script, { scriptName: name }),
    /** A file that the run has written, by its path below the output folder. */
    output: async (file: string): Promise<Uint8Array> => {
      const { status, bytes } = await files.download(`/data/output/${file}`);
      if (status !== 200) throw new Error(`There is no ${file} (${status}).`);
      return bytes;
    },
  };
}

const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile());

/** What a person reads who opens it, whatever kind of file it is. */
export async function openOutput(name: string, bytes: Uint8Array): Promise<string> {
  switch (path.extname(name)) {
    case '.csv':
      return JSON.stringify(openCsv(bytes));
    case '.xlsx':
      return JSON.stringify(await openXlsx(bytes));
    case '.docx':
      return openDocx(bytes);
    case '.json':
      return JSON.stringify(JSON.parse(text(bytes)));
    default:
      return text(bytes);
  }
}

export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
