import { runCli } from './cli.js';
import { processIo } from './process-io.js';

const status = await runCli(process.argv.slice(2), processIo());

// Left to itself, Node takes its heap apart before it ends, which takes as long as its start.
for (const stream of [process.stdout, process.stderr]) {
  await new Promise((resolve) => stream.write('', resolve));
}
process.exit(process.exitCode ?? status); // where the output could not be written, that
