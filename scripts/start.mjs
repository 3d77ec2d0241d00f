// `npm start`: one command from a fresh clone to a running server.
import { prepare } from './prepare.mjs';
import { StepError } from './steps.mjs';

try {
  await prepare();
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exit(1);
}
await import('../build/host/index.js');
