// Bundles the host and its commands.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from './steps.mjs';

/**
 * Packages that are not bundled: those with native code, or that load a worker, a child program or WebAssembly relative
 * to their own files. Everything else is bundled, because loading a thousand small files took over half of the start-up
 * time.
 */
export const EXTERNAL_PACKAGES = [
  '@node-rs/argon2',
  '@prisma/adapter-pg',
  '@prisma/client',
  '@promptwell/baiql-runtime',
  '@promptwell/documents',
  'better-sqlite3',
  'pg',
];

/** Node parses a whole bundle before it runs any of it, so a separate file checks the version first. */
const PROGRAMS = [
  { name: 'index.js', bundle: 'server', source: 'server/index.ts' },
  { name: 'command.js', bundle: 'run-command', source: 'server/command.ts' },
];

/** Bundled CommonJS modules need `require`. */
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
    external: EXTERNAL_PACKAGES,
    banner: { js: REQUIRE_FOR_COMMONJS },
    define: { 'process.env.NODE_ENV': '"production"' },
    // Bare imports of packages that declare no side effects are dropped as intended.
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
