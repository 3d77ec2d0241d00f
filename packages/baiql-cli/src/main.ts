import { runCli } from './cli.js';
import { processIo } from './process-io.js';

const status = await runCli(process.argv.slice(2), processIo());

// Exits explicitly: otherwise Node tears down its heap first, which takes as long as its start.
for (const stream of [process.stdout, process.stderr]) {
  await new Promise((resolve) => stream.write('', resolve));
}
process.exit(process.exitCode ?? status); // the output's own error, if any
