import { cx } from '~/ui/cx';
import type { Plan } from './plans';

/** What a plan holds, line by line. */
export function PlanContent({ plan, className }: { plan: Plan; className: string }) {
  return (
    <ul className={cx('flex flex-col gap-1.5 text-s', className)}>
      {plan.content.map((line) => (
        <li key={line} className="grid grid-cols-[16px_1fr]">
          <span aria-hidden="true" className="text-ink-3">
            ·
          </span>
          {line}
        </li>
      ))}
    </ul>
  );
}
