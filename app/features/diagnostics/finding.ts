import type { HealthCheck } from './schema';

/** Creates findings about one subject. */
export function findingsFor(key: string, title: string) {
  const finding = (state: HealthCheck['state']) => (message: string, fix?: string) => ({
    key,
    title,
    state,
    message,
    fix: fix ?? null,
  });
  return { good: finding('good'), warn: finding('warn'), bad: finding('bad') };
}
