import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** All parts of a zip that this program created (so no limits apply), in order. */
export async function readZip(bytes: Buffer): Promise<{ name: string; content: Uint8Array }[]> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: false }, (error, opened) => {
      if (error === null) resolve(opened);
      else reject(error);
    });
  });
  const entries = await new Promise<yauzl.Entry[]>((resolve, reject) => {
    const found: yauzl.Entry[] = [];
    zip.on('entry', (entry: yauzl.Entry) => found.push(entry));
    zip.on('end', () => {
      resolve(found);
    });
    zip.on('error', reject);
  });
  const files = entries.filter((entry) => !entry.fileName.endsWith('/'));
  return Promise.all(
    files.map(async (entry) => ({ name: entry.fileName, content: await readEntry(zip, entry) })),
  );
}

async function readEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Uint8Array> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => {
      if (error === null) resolve(opened);
      else reject(error);
    });
  });
  return buffer(stream);
}
