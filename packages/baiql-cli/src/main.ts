import { setFlagsFromString } from 'node:v8';
import { runCli } from './cli.js';
import { processIo } from './process-io.js';

// As the server does: a long run then takes hardly more memory than a short one, where it would grow by half
// (docs/decisions/0048-collecting-garbage-sooner.md).
setFlagsFromString('--heap-growing-percent=50');

process.exitCode = await runCli(process.argv.slice(2), processIo());
