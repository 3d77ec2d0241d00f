import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDocumentReader, type DocumentReader, type DocumentReaderOptions } from '../index.js';

/** A folder for documents, and readers that end with it. */
export async function makeReadings() {
  const folder = await mkdtemp(path.join(tmpdir(), 'promptwell-documents-'));
  const readers: DocumentReader[] = [];
  return {
    folder,
    async save(name: string, content: string | Uint8Array): Promise<string> {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    },
    reader(options: DocumentReaderOptions): DocumentReader {
      const reader = createDocumentReader(options);
      readers.push(reader);
      return reader;
    },
    async close(): Promise<void> {
      for (const reader of readers) reader.close();
      await rm(folder, { recursive: true });
    },
  };
}
