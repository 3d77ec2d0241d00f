import type { HealthCheck } from './schema';

/** The findings there can be about one thing. */
export function about(key: string, title: string) {
  const finding = (state: HealthCheck['state']) => (message: string, fix?: string) => ({
    key,
    title,
    state,
    message,
    fix: fix ?? null,
  });
  return { good: finding('good'), warn: finding('warn'), bad: finding('bad') };
}
