import { cx } from './cx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 's' | 'm' | 'l';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-chosen',
  ghost: 'border-transparent text-ink-2 hover:bg-chosen hover:text-ink',
  danger: 'border-bad bg-bad text-on-bad hover:border-bad-hover hover:bg-bad-hover',
};

const sizes: Record<ButtonSize, string> = {
  s: 'min-h-7 rounded-1 px-2 text-s',
  m: 'min-h-8.5 rounded-1 px-3 text-s',
  l: 'min-h-11 rounded-[8px] px-4.5 text-[15px]',
};

/** Classes shared by Button and ButtonLink. */
export function buttonClasses(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return cx(
    'tappable inline-flex shrink-0 select-none items-center justify-center gap-1.5 border font-medium whitespace-nowrap no-underline transition-colors duration-100',
    'disabled:opacity-55 aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
    className,
  );
}
