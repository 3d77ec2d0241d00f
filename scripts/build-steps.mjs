// What a build does, in order.
import { generateClient } from './generate-client.mjs';
import { bundleHost } from './bundle-host.mjs';
import { compressAssets } from './compress-assets.mjs';
import { bin, run, StepError } from './steps.mjs';

/** In the order in which they need one another. */
const PACKAGES = ['baiql-lang', 'documents', 'ai-providers', 'baiql-runtime', 'baiql-cli'];

/**
 * The steps of a whole build, or of the part that is named: `packages`, `app` after them, or `host`, which leaves the
 * application as it is, too. A whole build makes the database client first: in a fresh checkout there is none.
 */
export function buildSteps(only) {
  const client = { name: 'database client', run: generateClient };
  const packages = PACKAGES.map((name) => ({
    name: `packages/${name}`,
    run: () => runProgram('npm', ['run', 'build', '--silent', '-w', `packages/${name}`]),
  }));
  const application = {
    name: 'application',
    run: () => runProgram(bin('remix'), ['vite:build', '--logLevel', 'warn']),
  };
  const assets = { name: 'compressed files', run: compressAssets };
  const host = { name: 'host', run: bundleHost };
  if (only === 'packages') return packages;
  if (only === 'app') return [application, assets, host];
  return only === 'host' ? [host] : [client, ...packages, application, assets, host];
}

async function runProgram(command, args) {
  // Garbage is collected less often: a twelfth of a build.
  const env = { NODE_ENV: 'production', NODE_OPTIONS: '--max-semi-space-size=64' };
  const { status, output } = await run(command, args, { env });
  if (status !== 0) throw new StepError(output);
}
