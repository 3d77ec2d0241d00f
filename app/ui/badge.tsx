import { Check, CircleDashed, LoaderCircle, Minus, Pencil, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { toneClasses, type Tone } from './tone';

const BASE =
  'inline-flex items-center gap-1 rounded-[4px] px-1.5 py-px text-[11px] leading-4 font-semibold tracking-[0.02em] whitespace-nowrap';

/** A label for an attribute, such as a plan or kind. For a state use StateBadge. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return <span className={cx(BASE, toneClasses[tone], className)}>{children}</span>;
}

export type State = 'good' | 'running' | 'waiting' | 'edited' | 'failed' | 'off';

const states: Record<State, { tone: Tone; Icon: LucideIcon; word: string }> = {
  good: { tone: 'good', Icon: Check, word: 'Good' },
  running: { tone: 'info', Icon: LoaderCircle, word: 'Running' },
  waiting: { tone: 'warn', Icon: CircleDashed, word: 'Waiting' },
  edited: { tone: 'info', Icon: Pencil, word: 'Edited' },
  failed: { tone: 'bad', Icon: X, word: 'Failed' },
  off: { tone: 'neutral', Icon: Minus, word: 'Off' },
};

/** One of six states, shown by color, icon and word. `children` replaces the word, e.g. "Completed". */
export function StateBadge({ state, children }: { state: State; children?: ReactNode }) {
  const { tone, Icon, word } = states[state];
  return (
    <span className={cx(BASE, toneClasses[tone])} data-state={state}>
      <Icon
        aria-hidden="true"
        strokeWidth={2.5}
        className={cx('size-3', state === 'running' && 'animate-turn')}
      />
      {children ?? word}
    </span>
  );
}
