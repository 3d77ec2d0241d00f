// Compresses the browser's files at build time, better than the server could per request.
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { root } from './steps.mjs';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Browsers accept Brotli only over HTTPS, gzip always. The maximum Brotli level takes twice as long for 2 %. */
const ENCODINGS = {
  '.br': (bytes) => brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 10 } }),
  '.gz': (bytes) => gzip(bytes, { level: 9 }),
};
/** Smaller files fit into one packet uncompressed. */
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
