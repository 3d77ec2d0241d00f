/** Color only where it carries meaning. */
export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad';

export const toneClasses: Record<Tone, string> = {
  neutral: 'bg-line text-ink-2',
  info: 'bg-info-soft text-info',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};
