// `npm run ledger:check`, `db:backup`, `db:copy`, `db:restore`, `data:export`, `data:import`, `docs:api`.
import fs from 'node:fs';
import path from 'node:path';
import { prepareOrExit } from './prepare.mjs';
import { root } from './steps.mjs';

// Data commands use the existing build: preparing could reinstall packages under a running server, and the user may
// lack write access. Program commands need an up-to-date build.
const isAboutProgram = process.argv[2] === 'api-docs';
if (isAboutProgram || !fs.existsSync(path.join(root, 'build/host/command.js'))) await prepareOrExit();
await import('../build/host/run-command.js');
