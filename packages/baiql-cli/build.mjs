// Bundles the command with the language, the providers and what they ask servers with, so that it starts quickly: a
// few files to read instead of hundreds. The engine is a bundle of its own; it is loaded by the one command that needs it.
import path from 'node:path';
import { build } from 'esbuild';
import { removeOldChunks } from '../../scripts/remove-old-chunks.mjs';

const BUNDLED =
  /^(@promptwell\/(baiql-lang|ai-providers)|chevrotain|@chevrotain\/.*|lodash-es|undici|openai|zod|picocolors|string-width|eastasianwidth|emoji-regex|strip-ansi|ansi-regex)(\/|$)/;

const root = import.meta.dirname;

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    main: 'src/main.ts',
    // A thread is started from a file of its own.
    'state-writer-thread': 'src/run/state/writer-thread.ts',
  },
  outdir: 'dist',
  bundle: true,
  metafile: true,
  splitting: true,
  // Names stay as they are written: classes know their own, and traces can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // undici is CommonJS, and requires parts of Node.
  banner: {
    js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
  },
  logLevel: 'warning',
  plugins: [
    {
      name: 'keep-outside',
      setup({ onResolve }) {
        onResolve({ filter: /^undici$/ }, () => ({ path: path.join(root, 'small-undici.mjs') }));
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
