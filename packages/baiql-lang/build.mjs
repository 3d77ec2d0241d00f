// After the compiler: puts what is needed of Chevrotain into the one module that it comes in by, with small
// stand-ins for lodash and for its lexer. Pages load less for it, and Node reads one file where it would read
// several hundred.
import path from 'node:path';
import { build } from 'esbuild';

const root = import.meta.dirname;
const module = path.join(root, 'dist/parsing/chevrotain.js');

const withoutLexer = {
  name: 'without-lexer',
  setup(bundle) {
    bundle.onResolve({ filter: /\/lexer_public\.js$/ }, () => ({ path: path.join(root, 'no-lexer.mjs') }));
  },
};

await build({
  absWorkingDir: root,
  entryPoints: [path.join(root, 'src/parsing/chevrotain.ts')],
  outfile: module,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'eof',
  alias: { 'lodash-es': path.join(root, 'small-lodash.mjs') },
  plugins: [withoutLexer],
  logLevel: 'warning',
});
