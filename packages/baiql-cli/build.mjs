// Bundles the command with the language, the providers and their HTTP client, for fast startup: a few files to load
// instead of hundreds. The engine is a separate bundle, loaded only by the command that needs it.
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
    // Worker threads need their own entry file.
    'state-writer-thread': 'src/run/state/writer-thread.ts',
  },
  outdir: 'dist',
  bundle: true,
  metafile: true,
  splitting: true,
  // Keeps names: classes use their own, and stack traces stay readable.
  minifyWhitespace: true,
  minifySyntax: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // undici is CommonJS and requires Node built-ins.
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
