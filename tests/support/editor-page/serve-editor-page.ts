import { createServer } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const HTML = `<!doctype html><html lang="en"><head><title>Editor</title><link rel="icon" href="data:,">
<style>body { margin: 0 } .cm-editor { height: 90vh }</style></head>
<body><main><h1>Script</h1></main><script type="module" src="/page.js"></script></body></html>`;

export interface EditorPage {
  readonly origin: string;
  /** Gzipped bytes that a page loads for its editor before any interaction. */
  readonly gzipBytes: number;
  readonly stop: () => Promise<void>;
}

/** Bundles the test page as an application would bundle the editor, and serves it on this machine alone. */
export async function serveEditorPage(): Promise<EditorPage> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: path.resolve(import.meta.dirname, '../../..'),
    entryPoints: [path.join(import.meta.dirname, 'page.ts')],
    outdir: '/bundle',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  const files = new Map(outputFiles.map((file) => [`/${path.basename(file.path)}`, file.contents]));
  const server = createServer((request, response) => {
    const script = files.get(request.url ?? '');
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(script ?? HTML);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    gzipBytes: loadedAtOnce(metafile.outputs).reduce(
      (sum, name) => sum + gzipSync(files.get(`/${name}`) ?? '').length,
      0,
    ),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type Outputs = Awaited<ReturnType<typeof build<{ metafile: true }>>>['metafile']['outputs'];

/** The files that the page's script imports, and those import, all but what is loaded on demand. */
function loadedAtOnce(outputs: Outputs): string[] {
  const byName = new Map(Object.entries(outputs).map(([file, output]) => [path.basename(file), output]));
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const { path: file, kind } of byName.get(name)?.imports ?? []) {
      if (kind === 'import-statement') visit(path.basename(file));
    }
  };
  visit('page.js');
  return [...found];
}
