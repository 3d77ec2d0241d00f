// Runs after the compiler, which emits the types. Bundles the engine, the column reader, the examples, the file writers
// and the worker's program into one file each, for fast startup. Code that few scripts need (sheets, documents,
// patterns) stays external and is loaded on demand.
import path from 'node:path';
import { build } from 'esbuild';
import { removeOldChunks } from '../../scripts/remove-old-chunks.mjs';

const BUNDLED = /^(csv-parse|csv-stringify)(\/|$)/;

const root = import.meta.dirname;

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    index: 'src/index.ts',
    columns: 'src/columns.ts',
    examples: 'src/examples.ts',
    writers: 'src/writers.ts',
    'worker/worker': 'src/worker/worker.ts',
  },
  outdir: 'dist',
  bundle: true,
  metafile: true,
  splitting: true,
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  plugins: [
    {
      name: 'keep-outside',
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
          kind === 'entry-point' || path.isAbsolute(name) || BUNDLED.test(name)
            ? null
            : { path: name, external: true },
        );
      },
    },
  ],
});
removeOldChunks(path.join(root, 'dist'), metafile);
