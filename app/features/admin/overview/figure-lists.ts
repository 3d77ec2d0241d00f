import type { ActivityList } from '../activity/schema';

const listAt = (list: ActivityList, filters: Record<string, string> = {}): string =>
  `/admin/activity?${new URLSearchParams({ list, ...filters }).toString()}`;

/** Links of the overview's figures: each list contains exactly what its figure counts or sums. */
export const FIGURE_LISTS = {
  users: '/admin/users',
  newUsers7: '/admin/users?joined=7',
  generated: listAt('generated'),
  saved: listAt('saved'),
  requests24h: listAt('requests', { days: '1' }),
  free7days: listAt('requests', { days: '7', payer: 'free' }),
  running: listAt('runs', { status: 'running' }),
  failuresOf: (provider: string) => listAt('uncharged', { days: '7', provider }),
  generatedIn: (categoryId: number) => listAt('generated', { category: String(categoryId) }),
  savedIn: (categoryId: number) => listAt('saved', { category: String(categoryId) }),
} as const;
