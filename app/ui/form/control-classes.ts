import { cx } from '../cx';

/** Classes of all input controls. 16 px on phones, because iOS zooms into fields with smaller text. */
export function controlClasses(className?: string): string {
  return cx(
    'w-full rounded-1 border border-line-field bg-surface px-2.5 text-l text-ink transition-colors duration-100 placeholder:text-ink-3 sm:text-m',
    'hover:border-ink-3 focus-visible:border-accent focus-visible:outline-offset-0',
    'aria-invalid:border-bad aria-invalid:focus-visible:outline-bad disabled:bg-sunken disabled:text-ink-3 [&[readonly]]:bg-sunken',
    className,
  );
}
