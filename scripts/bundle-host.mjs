// Bundles the host that serves the application, and its commands.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from './steps.mjs';

/**
 * Native code, and what finds a worker, a child's program or WebAssembly beside itself. Everything else goes into the
 * host: a thousand small files took the larger half of a start.
 */
export const STAY_PACKAGES = [
  '@node-rs/argon2',
  '@prisma/client',
  '@promptwell/baiql-runtime',
  '@promptwell/documents',
  'better-sqlite3',
];

/** Node reads all of a bundle before it runs any of it, so the version is checked by a file in front of each. */
const PROGRAMS = [
  { name: 'index.js', bundle: 'server', source: 'server/index.ts' },
  { name: 'command.js', bundle: 'run-command', source: 'server/command.ts' },
];

/** CommonJS in an ES module asks for its parts by `require`. */
const REQUIRE_FOR_COMMONJS = [
  "import { createRequire as __createRequire } from 'node:module';",
  'const require = __createRequire(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
].join('\n');

export async function bundleHost() {
  fs.rmSync(path.join(root, 'build/host'), { recursive: true, force: true });
  await build({
    entryPoints: Object.fromEntries(PROGRAMS.map(({ bundle, source }) => [bundle, path.join(root, source)])),
    outdir: path.join(root, 'build/host'),
    bundle: true,
    splitting: true,
    alias: { '@remix-run/dev/server-build': path.join(root, 'build/server/index.js') },
    external: STAY_PACKAGES,
    banner: { js: REQUIRE_FOR_COMMONJS },
    define: { 'process.env.NODE_ENV': '"production"' },
    // What a library imports for its effects and says that it has none: left out, as it should be.
    logOverride: { 'ignored-bare-import': 'silent' },
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  });
  const check = fs.readFileSync(path.join(root, 'scripts/check-node.cjs'), 'utf8');
  for (const { name, bundle } of PROGRAMS) {
    fs.writeFileSync(path.join(root, 'build/host', name), `${check}import('./${bundle}.js');\n`);
  }
}
