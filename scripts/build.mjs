// Builds everything: the packages with their commands, the web application, and the host that serves it.
// `node scripts/build.mjs app` leaves the packages as they are.
import path from 'node:path';
import { build } from 'esbuild';
import { bin, root, run } from './steps.mjs';

/** In the order in which they need one another. */
const PACKAGES = ['baiql-lang', 'documents', 'ai-providers', 'baiql-runtime', 'baiql-cli'];

for (const name of process.argv[2] === 'app' ? [] : PACKAGES) {
  await step(`packages/${name}`, 'npm', ['run', 'build', '--silent', '-w', `packages/${name}`]);
}
await step('application', bin('remix'), ['vite:build', '--logLevel', 'warn']);
await build({
  entryPoints: ['server/index.ts', 'server/command.ts'].map((file) => path.join(root, file)),
  outdir: path.join(root, 'build/host'),
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
});

async function step(name, command, args) {
  const { status, output } = await run(command, args, { env: { NODE_ENV: 'production' } });
  if (status === 0) return;
  console.error(`${name}:\n${output}`);
  process.exit(1);
}
