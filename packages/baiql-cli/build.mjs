// Bundles the command with the language, so that it starts quickly: one file to read instead of hundreds.
// The engine stays outside of the bundle; it is loaded by the one command that needs it.
import path from 'node:path';
import { build } from 'esbuild';

const BUNDLED = /^(@promptwell\/baiql-lang|chevrotain|@chevrotain\/.*|lodash-es)(\/|$)/;

const root = import.meta.dirname;

await build({
  absWorkingDir: root,
  entryPoints: {
    main: 'src/main.ts',
    // A thread of `run` is started from a file of its own.
    'state-writer-thread': 'src/run/state/writer-thread.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  minify: true,
  keepNames: true,
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
