// `npm run soak:attacks -- --minutes 10`: repeats everything that ever stalled the server against a built one. See
// tests/soak/attacks.ts.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './steps.mjs';

const soak = ['--import', 'tsx', path.join(root, 'tests/soak/attacks.ts'), ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, soak, { cwd: root, stdio: 'inherit' }).status ?? 1;
