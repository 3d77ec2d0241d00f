// After the compiler: puts Chevrotain into the one module that it comes in by. Node reads one file where it would read
// several hundred, and pages load only what is used.
import path from 'node:path';
import { build } from 'esbuild';

const root = import.meta.dirname;

await build({
  absWorkingDir: root,
  entryPoints: [path.join(root, 'src/parsing/chevrotain.ts')],
  outfile: path.join(root, 'dist/parsing/chevrotain.js'),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'eof',
  logLevel: 'warning',
});
