import type { Role } from '~/core/shared/permissions';

/** Plans paid monthly. */
export const PLANS = ['team', 'enterprise'] as const;
export type PlanName = (typeof PLANS)[number];

interface PlanTerms {
  label: string;
  minSeats: number;
  /** Role of the subscriber. */
  ownerRole: Role;
}

export const PLAN_TERMS: Readonly<Record<PlanName, PlanTerms>> = {
  team: { label: 'Team', minSeats: 5, ownerRole: 'teamadmin' },
  enterprise: { label: 'Enterprise', minSeats: 5, ownerRole: 'enterpriseadmin' },
};

export const MAX_SEATS = 10_000;

interface StateTerms {
  label: string;
  /** Explanation for the user, and what to do. */
  text: string;
  tone: 'good' | 'info' | 'warn' | 'bad';
  /** The plan's roles are active in this state. */
  isOn: boolean;
  /** An open invoice can be paid now. */
  isOwed?: boolean;
  /** Final state; no action is possible. */
  isOver?: boolean;
}

/** Texts of all Stripe subscription states, and one of our own. */
export const SUBSCRIPTION_STATES: Readonly<Record<string, StateTerms>> = {
  active: { label: 'Active', text: 'Your plan is paid and active.', tone: 'good', isOn: true },
  trialing: {
    label: 'Trial',
    text: 'You’re on a trial. Your first payment is due when it ends.',
    tone: 'good',
    isOn: true,
  },
  past_due: {
    label: 'Payment overdue',
    text: 'The last payment failed. Your plan stays active while Stripe tries your card again.',
    tone: 'warn',
    isOn: true,
    isOwed: true,
  },
  incomplete: {
    label: 'Waiting for payment',
    text: 'The first payment isn’t finished. Your plan begins when it goes through.',
    tone: 'warn',
    isOn: false,
  },
  unpaid: {
    label: 'Unpaid',
    text: 'Several payments failed, so your plan is inactive. It returns when the open invoice is paid.',
    tone: 'bad',
    isOn: false,
    isOwed: true,
  },
  paused: {
    label: 'Paused',
    text: 'Your plan is paused and costs nothing. It returns when it’s resumed.',
    tone: 'info',
    isOn: false,
  },
  incomplete_expired: {
    label: 'Not paid in time',
    text: 'The first payment wasn’t made in time, and nothing was charged. You can start again.',
    tone: 'info',
    isOn: false,
    isOver: true,
  },
  canceled: {
    label: 'Canceled',
    text: 'Your plan has ended. You can start a new one.',
    tone: 'info',
    isOn: false,
    isOver: true,
  },
  'not-found': {
    label: 'Not found',
    text: 'Stripe has no record of your plan, so it’s inactive here. You can start a new one.',
    tone: 'info',
    isOn: false,
    isOver: true,
  },
};

const UNKNOWN: StateTerms = {
  label: 'Unknown',
  text: 'Stripe reports a state this server doesn’t know. Ask its administrator.',
  tone: 'warn',
  isOn: false,
};

export const stateTerms = (status: string): StateTerms => SUBSCRIPTION_STATES[status] ?? UNKNOWN;

export const planName = (name: string): PlanName | null => PLANS.find((plan) => plan === name) ?? null;

/** State of a subscription, as mails about its changes name it: `team-5`, `team-5-ending` or `none`. */
export function describePlan(row: {
  plan: string;
  seats: number;
  status: string;
  cancelsAtPeriodEnd: boolean;
}): string {
  const { isOver = false } = stateTerms(row.status);
  if (isOver || row.status === 'incomplete') return 'none';
  return `${row.plan}-${String(row.seats)}${row.cancelsAtPeriodEnd ? '-ending' : ''}`;
}
