// `npm start`: one command from a fresh clone to a running server.
import { requirePort } from './check-port.mjs';
import { prepareOrExit } from './prepare.mjs';
import { exitOnStepError } from './steps.mjs';

await requirePort().catch(exitOnStepError);
await prepareOrExit();
await import('../build/host/server.js');
