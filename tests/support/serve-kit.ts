import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/**
 * Serves the page of the kit, which no build of the product has: its code bundled now, its styles those of the built
 * application, which are made from the same sources.
 */
export async function serveKit() {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'tests/support/kit-app.tsx')],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/',
    write: false,
    jsx: 'automatic',
    // The kit shows no formula.
    loader: { '.woff2': 'empty', '.woff': 'empty', '.ttf': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const scripts = new Map(outputFiles.map((file) => [file.path, file.contents]));
  const assets = path.join(root, 'build/client/assets');
  const styles = fs
    .readdirSync(assets)
    .filter((name) => name.endsWith('.css'))
    .map((name) => `<link rel="stylesheet" href="/assets/${name}">`)
    .join('');
  const page =
    '<!doctype html><html lang="en"><head><title>Kit</title>' +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${styles}</head>` +
    '<body><div id="root"></div><script type="module" src="/kit-app.js"></script></body></html>';

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://kit');
    const type = TYPES[path.extname(pathname)];
    const asset = path.join(assets, path.basename(pathname));
    const content =
      scripts.get(pathname) ?? (type && fs.existsSync(asset) ? fs.readFileSync(asset) : undefined);
    response.setHeader('Content-Type', content && type ? type : 'text/html; charset=utf-8');
    response.end(content ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
