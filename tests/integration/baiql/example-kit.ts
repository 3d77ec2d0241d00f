import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readExample } from '@promptwell/baiql-runtime/examples';
import { openCsv, openDocx, openXlsx } from '../../../packages/baiql-runtime/src/test-support/open-outputs';
import { fileApi } from '../../support/baiql-files';
import { runApi } from '../../support/baiql-runs';

/** One of the example scripts with its files, as a person works with it through the API. */
export async function exampleApi(origin: string, token: string, key: string) {
  const example = await readExample(key);
  if (example === null) throw new Error(`There is no example ${key}.`);
  const { code: script, name } = example;
  const files = fileApi(origin, token);
  const runs = runApi(origin, token);
  return {
    script,
    files,
    runs,
    upload: async (): Promise<void> => {
      const form = new FormData();
      form.append('path', '/data/input/');
      for (const file of example.files) {
        form.append('file', new File([await readFile(file.realPath)], file.path));
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
