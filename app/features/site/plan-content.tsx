import { Check } from 'lucide-react';
import { cx } from '~/ui/cx';
import type { Plan } from './plans';

/** A plan's contents, line by line. */
export function PlanContent({ plan, className }: { plan: Plan; className: string }) {
  return (
    <ul className={cx('flex flex-col gap-1.5 text-s', className)}>
      {plan.content.map((line) => (
        <li key={line} className="grid grid-cols-[22px_1fr]">
          <Check
            aria-hidden="true"
            className={cx('mt-0.75 size-3.5', plan.isRecommended ? 'text-accent' : 'text-ink-3')}
          />
          {line}
        </li>
      ))}
    </ul>
  );
}
