// Runs after the compiler: bundles Chevrotain into the one module that imports it. Node then reads one file instead of
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
