import { Badge } from '~/ui/badge';
import { ButtonLink } from '~/ui/button-link';
import { cx } from '~/ui/cx';
import { ContactSales } from './contact-sales';
import { PlanContent } from './plan-content';
import { plansWith, type Plan } from './plans';
import type { ModelPrice } from './read-model-prices.server';

/** The four plans, side by side or stacked. */
export function PlanColumns({ isSignedIn, prices }: { isSignedIn: boolean; prices: readonly ModelPrice[] }) {
  return (
    <ul className="grid gap-px overflow-hidden rounded-3 border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
      {plansWith(prices).map((plan) => (
        <li
          key={plan.name}
          className={cx(
            'flex flex-col p-5',
            plan.isRecommended ? 'bg-surface shadow-[inset_0_3px_var(--accent)]' : 'bg-paper',
          )}
        >
          <div className="flex items-center justify-between gap-2">
            <h2 className="text-l">{plan.name}</h2>
            {plan.isRecommended ? <Badge tone="good">Recommended</Badge> : null}
          </div>
          <p className="num mt-3 text-2xl font-[640] tracking-[-0.03em]">{plan.price}</p>
          <p className="text-s text-pretty text-ink-2 sm:min-h-10">{plan.priceNote}</p>
          <p className="mt-3 text-s font-medium text-pretty">{plan.forWhom}</p>
          <PlanContent plan={plan} className="mt-3 mb-6" />
          <div className="mt-auto flex flex-col">
            <PlanAction plan={plan} isSignedIn={isSignedIn} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function PlanAction({ plan: { action, isRecommended }, isSignedIn }: { plan: Plan; isSignedIn: boolean }) {
  switch (action.kind) {
    case 'contact-sales':
      return <ContactSales />;
    case 'link': {
      const { to, label } = isSignedIn ? action.whenSignedIn : action;
      return (
        <ButtonLink to={to} variant={isRecommended ? 'primary' : 'secondary'}>
          {label}
        </ButtonLink>
      );
    }
  }
}
