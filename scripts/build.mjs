// Builds everything: the database client, the packages with their commands, the web application, and the host that
// serves it.
// `node scripts/build.mjs packages` builds those alone, `… app` the rest, `… host` leaves the application as it is, too.
import { buildSteps } from './build-steps.mjs';
import { StepError } from './steps.mjs';

for (const { name, run } of buildSteps(process.argv[2])) {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(`${name}:\n${error.message}`);
    process.exit(1);
  }
}
