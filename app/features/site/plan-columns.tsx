import { ButtonLink } from '~/ui/button-link';
import { ContactSales } from './contact-sales';
import { PlanContent } from './plan-content';
import { PLANS, type Plan } from './plans';

/** The four plans beside each other; on a phone one after the other. */
export function PlanColumns({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <ul className="grid gap-px overflow-hidden rounded-3 border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
      {PLANS.map((plan) => (
        <li key={plan.name} className="flex flex-col bg-surface p-5">
          <h2 className="text-l">{plan.name}</h2>
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

function PlanAction({ plan: { action, name }, isSignedIn }: { plan: Plan; isSignedIn: boolean }) {
  switch (action.kind) {
    case 'contact-sales':
      return <ContactSales plan={name} />;
    case 'link':
      return (
        <ButtonLink to={isSignedIn ? '/ai' : action.to} variant={name === 'Pro' ? 'primary' : 'secondary'}>
          {isSignedIn ? 'Go to the AI page' : action.label}
        </ButtonLink>
      );
  }
}
