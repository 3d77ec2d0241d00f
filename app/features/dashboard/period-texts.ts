import type { DATE_RANGES } from '~/features/preferences';

interface PeriodTexts {
  label: string;
  /** The unit of a chart's bars. */
  slot: string;
  Slot: string;
  before: string;
  nothingBefore: string;
  pace: string;
  empty: string;
}

/** Wording for each period. */
export const PERIOD_TEXTS: Record<(typeof DATE_RANGES)[number], PeriodTexts> = {
  '1d': {
    label: 'today',
    slot: 'hour',
    Slot: 'Hour',
    before: 'yesterday',
    nothingBefore: 'nothing yesterday',
    pace: 'today’s pace',
    empty: 'Nothing used today',
  },
  '7d': {
    label: '7 days',
    slot: 'day',
    Slot: 'Day',
    before: 'the previous 7 days',
    nothingBefore: 'nothing in the previous 7 days',
    pace: 'this week’s pace',
    empty: 'Nothing used in the last 7 days',
  },
  '30d': {
    label: '30 days',
    slot: 'day',
    Slot: 'Day',
    before: 'the previous 30 days',
    nothingBefore: 'nothing in the previous 30 days',
    pace: 'this month’s pace',
    empty: 'Nothing used in the last 30 days',
  },
};
