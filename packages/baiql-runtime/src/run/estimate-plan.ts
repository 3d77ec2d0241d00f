import type { Estimate, EstimateJob } from '../job.js';
import type { MainPort } from '../worker/main-port.js';

export async function estimatePlan(_main: MainPort, _job: EstimateJob): Promise<Estimate> {
  await Promise.resolve();
  throw new Error('not yet');
}
