// Compresses the browser's files once, at build time: the server then hands them out as they are, and smaller than
// it could make them while a visitor waits.
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { root } from './steps.mjs';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Browsers take Brotli over HTTPS only, and gzip everywhere. The best level takes twice as long, for 2 % less. */
const ENCODINGS = {
  '.br': (bytes) => brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 10 } }),
  '.gz': (bytes) => gzip(bytes, { level: 9 }),
};
/** What is smaller fits into one packet as it is. */
const MIN_BYTES = 1024;

export async function compressAssets() {
  const folder = path.join(root, 'build/client/assets');
  const names = (await fs.readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name));
  await Promise.all(names.map((name) => compress(path.join(folder, name))));
}

async function compress(file) {
  const bytes = await fs.readFile(file);
  if (bytes.length < MIN_BYTES) return;
  await Promise.all(
    Object.entries(ENCODINGS).map(async ([ending, encode]) =>
      fs.writeFile(file + ending, await encode(bytes)),
    ),
  );
}
