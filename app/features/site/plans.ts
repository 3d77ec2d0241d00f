import { TOP_UP_PACKAGES } from '~/features/payments';
import { formatCountOf } from '~/ui/format-count';
import { formatList } from '~/ui/format-names';
import type { ModelPrice } from './read-model-prices.server';

type Link = { to: string; label: string };

/** Plans and packages as advertised. Their features enforce the limits. */
export interface Plan {
  name: string;
  price: string;
  priceNote: string;
  forWhom: string;
  content: readonly string[];
  action: (Link & { kind: 'link'; whenSignedIn: Link }) | { kind: 'contact-sales' };
  isRecommended?: boolean;
}

/** The models named in a plan's contents. */
type Offer = readonly Pick<ModelPrice, 'displayName' | 'isFree'>[];

function freeModels(models: Offer): string[] {
  const names = models.filter(({ isFree }) => isFree).map(({ displayName }) => displayName);
  if (names.length === 0) return [];
  return [`${formatCountOf(names.length, 'model')}: ${formatList(names)}`];
}

export const plansWith = (models: Offer): readonly Plan[] => [
  {
    name: 'Free',
    price: '$0',
    priceNote: 'no card needed',
    forWhom: 'To try it out.',
    content: [
      'Unlimited basic prompt generation',
      'Limited optimizations',
      'Up to 15 AI transactions/day',
      ...freeModels(models),
      'Work mode only',
      'txt export only',
      'Public prompt sharing',
    ],
    action: {
      kind: 'link',
      to: '/register',
      label: 'Start for free',
      whenSignedIn: { to: '/ai', label: 'Go to AI' },
    },
  },
  {
    name: 'Pro',
    price: 'from $5',
    priceNote: 'pay as you go, no subscription',
    forWhom: 'For regular use, with every model.',
    content: [
      'Pay-as-you-go from a prepaid balance',
      'Unlimited optimizations',
      models.length === 1 ? 'Every model' : `All ${String(models.length)} models`,
      'Work and Chat modes',
      '5 export formats: csv, json, txt, xlsx, docx',
      'Enhanced dashboard',
      'Batches with BAIQL', // available after a top-up, even without a team
    ],
    action: {
      kind: 'link',
      to: '/register',
      label: 'Create an account',
      whenSignedIn: { to: '#packs', label: 'See token packs' },
    },
    isRecommended: true,
  },
  {
    name: 'Teams',
    price: '$15',
    priceNote: 'per user per month, minimum 5 users ($75 per month)',
    forWhom: 'For groups that share prompts and set budgets.',
    content: [
      'Everything in Pro',
      'Private team sharing',
      'Multi-model queries',
      'Team admin controls',
      'BAIQL, the batch scripting language',
    ],
    action: { kind: 'contact-sales' },
  },
  {
    name: 'Enterprise',
    price: 'Custom',
    priceNote: 'tailored to your organization',
    forWhom: 'For organizations with their own rules.',
    content: [
      'Everything in Teams',
      'Role permissions',
      'Audit logs',
      'Dedicated support',
      'Private deployment',
    ],
    action: { kind: 'contact-sales' },
  },
];

/** Package prices in dollars, formatted. */
export const listPackages = () =>
  TOP_UP_PACKAGES.map(({ id, amountCents, bonusCents }) => ({
    id,
    paysUsd: amountCents / 100,
    getsUsd: (amountCents + bonusCents) / 100,
    bonus: bonusCents === 0 ? null : `${String((bonusCents * 100) / amountCents)}% bonus`,
  }));
