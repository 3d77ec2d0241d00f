import type { Plan } from './plan.js';

/** Whether there is a RUN to run. A script without one may be sound, and comes to nothing. */
export function sendsAnything({ items }: Pick<Plan, 'items'>): boolean {
  return items.some((item) => item.kind === 'batch' && item.runCount > 0);
}
