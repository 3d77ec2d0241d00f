import { ButtonLink } from '~/ui/button-link';
import { ContactSales } from './contact-sales';
import { PlanContent } from './plan-content';
import { plansWith, type Plan } from './plans';

type Topic = { title: string; text: string };

const PAGES: Record<'Teams' | 'Enterprise', { lead: string; topics: readonly Topic[] }> = {
  Teams: {
    lead: 'For groups of five or more who write prompts together: a school’s staff, a newsroom, a support desk.',
    topics: [
      {
        title: 'Prompts that stay within the team',
        text: 'Share prompts with your team and no one else. A shared prompt keeps its versions and its author.',
      },
      {
        title: 'Several models at once',
        text: 'Send one prompt to several models and compare the replies side by side. You see the total price before you send.',
      },
      {
        title: 'Batches with BAIQL',
        text: 'Grade a folder of essays against a rubric, or run one prompt over 5,000 rows. A batch that stops can be resumed.',
      },
      {
        title: 'Team admin controls',
        text: 'A team admin invites and removes people, and sees what the team spends.',
      },
    ],
  },
  Enterprise: {
    lead: 'For organizations that decide who can do what, need a record of who did it, and keep everything in-house.',
    topics: [
      {
        title: 'Role permissions',
        text: 'Administrators manage users, prices and credit; team admins manage their people and budgets.',
      },
      {
        title: 'Audit logs',
        text: 'Every change to money or permissions is recorded with who, what and when, and can’t be edited.',
      },
      {
        title: 'Private deployment',
        text: 'One process and one database file on your own server, with your own provider keys or local models.',
      },
      { title: 'Dedicated support', text: 'A named contact who knows your setup.' },
    ],
  },
};

/** The page of a team or enterprise plan, with a purchase button if card payments are configured. */
export function PlanPage({ name, canStart }: { name: keyof typeof PAGES; canStart: boolean }) {
  const { lead, topics } = PAGES[name];
  // Neither plan names a model.
  const plan = plansWith([]).find((each): each is Plan => each.name === name);
  return (
    <div className="mx-auto grid w-full max-w-280 gap-x-16 gap-y-10 px-4 pt-12 pb-16 md:grid-cols-[8fr_4fr] sm:px-6 md:pt-16">
      <div>
        <h1 className="text-[34px] leading-[1.1] tracking-[-0.03em]">{name}</h1>
        <p className="mt-3 max-w-[56ch] text-lead text-pretty text-ink-2">{lead}</p>
        <ul className="mt-9 flex flex-col gap-7 border-t border-line pt-7">
          {topics.map(({ title, text }) => (
            <li key={title}>
              <h2 className="text-l">{title}</h2>
              <p className="mt-1 max-w-[60ch] text-pretty text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
      {plan ? (
        <aside aria-label="Price" className="self-start rounded-3 border border-line bg-surface p-5">
          <p className="num text-2xl font-[640] tracking-[-0.03em]">{plan.price}</p>
          <p className="text-s text-pretty text-ink-2">{plan.priceNote}</p>
          <PlanContent plan={plan} className="mt-4 mb-6" />
          <div className="flex flex-col gap-2">
            {canStart ? (
              <ButtonLink
                to={`/subscriptions?plan=${name === 'Teams' ? 'team' : 'enterprise'}`}
                reloadDocument
                variant="primary"
              >
                Start {name === 'Teams' ? 'a Team' : 'an Enterprise'} plan
              </ButtonLink>
            ) : (
              <ContactSales />
            )}
            <ButtonLink to="/pricing" variant="ghost">
              Compare all plans
            </ButtonLink>
          </div>
        </aside>
      ) : null}
    </div>
  );
}
