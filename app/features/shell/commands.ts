import type { PageCommand } from '~/core/browser/page-commands';
import { THEMES, type Theme } from '~/core/shared/theme';
import type { ShellUser } from './destinations';
import { palettePages } from './palette-pages';
import { THEME_NAMES } from './use-theme';

export const COMMAND_GROUPS = ['This page', 'Recent', 'Pages', 'Theme', 'Account', 'Sample pages'] as const;

export type Command = {
  key: string;
  label: string;
  keywords: string;
  group: (typeof COMMAND_GROUPS)[number];
} & (
  | { kind: 'page'; to: string }
  | { kind: 'theme'; theme: Theme }
  | { kind: 'logout' }
  | { kind: 'action'; run: () => void; shortcut: string }
);

/** Search synonyms of pages. Kept here because the palette is loaded on demand. */
const KEYWORDS: Readonly<Record<string, string>> = {
  '/ai': 'playground prompt send model chat',
  '/baiql': 'batch script editor workbench run files templates',
  '/app-info': 'about help features site map',
  '/prompt-generator': 'build style outcome topic template category steps',
  '/saved-prompts': 'library community templates my prompts shared',
  '/pricing': 'plans cost packages money',
  '/account': 'password sessions export delete data',
  '/settings/billing': 'ledger balance payments receipts invoices',
  '/top-up': 'pay card credit buy money stripe',
  '/subscriptions': 'team enterprise plan seats cancel',
  '/settings/keys': 'api key token secret script program openai base url v1 curl',
  '/settings/usage': 'ledger cost tokens balance spend history',
  '/baiql/files': 'upload csv documents input output download',
  '/docs': 'faq help learn guide baiql reference documentation',
  '/docs/terms': 'conditions legal',
  '/docs/privacy': 'policy data legal',
  '/baiql/runs': 'executions monitor history replies compare',
  '/admin': 'console overview metrics figures',
  '/admin/activity': 'console requests prompts runs failures',
  '/admin/models': 'console providers keys ollama servers',
  '/admin/keys/settings': 'forbid policy roles plan programs',
  '/admin/invitations': 'invite register link people',
  '/admin/users': 'console accounts suspend roles people',
  '/admin/prices': 'console prices rates models cost review',
  '/admin/categories': 'console templates styles outcomes purposes topics content',
  '/admin/moderation': 'console flagged reports review queue appeals',
  '/admin/moderation/settings': 'console thresholds hate violence self-harm cards',
  '/admin/policies/teams': 'console moderation policy thresholds',
  '/admin/policies/enterprise': 'console moderation policy thresholds',
  '/': 'start',
  '/teams': 'plan seats',
  '/enterprise': 'plan company',
  '/login': 'log in sign in',
  '/register': 'sign up account',
  '/forgot-password': 'reset',
  '/counter': 'sample',
  '/fetch-data': 'sample fetch data',
};

/**
 * The palette's commands for a user, by group, with the current page's actions first. `recent` are URLs; unknown ones
 * are dropped.
 */
export function listCommands(
  user: ShellUser,
  recent: readonly string[] = [],
  ofPage: readonly PageCommand[] = [],
): Command[] {
  const actions = ofPage.map(({ key, label, keywords = '', shortcut = '', run }): Command => ({
    kind: 'action',
    key: `action-${key}`,
    label,
    keywords,
    shortcut,
    run,
    group: 'This page',
  }));
  const pages = palettePages(user).map(({ to, label, isSample }): Command => ({
    kind: 'page',
    key: `page${to.replaceAll('/', '-')}`,
    to,
    label,
    keywords: KEYWORDS[to] ?? '',
    group: recent.includes(to) ? 'Recent' : isSample ? 'Sample pages' : 'Pages',
  }));
  const themes = THEMES.map((theme): Command => ({
    kind: 'theme',
    key: `theme-${theme}`,
    theme,
    label: `Theme: ${THEME_NAMES[theme]}`,
    keywords: 'appearance mode',
    group: 'Theme',
  }));
  const logout: Command[] = user
    ? [{ kind: 'logout', key: 'logout', label: 'Logout', keywords: 'log out sign out', group: 'Account' }]
    : [];
  const commands = [...actions, ...pages, ...themes, ...logout];
  return COMMAND_GROUPS.flatMap((group) => {
    const members = commands.filter((command) => command.group === group);
    return group === 'Recent' ? members.sort((a, b) => ageOf(a, recent) - ageOf(b, recent)) : members;
  });
}

const ageOf = (command: Command, recent: readonly string[]): number =>
  command.kind === 'page' ? recent.indexOf(command.to) : recent.length;

/** Every word must be a prefix of a word in label, URL or keywords; label matches come first. */
export function matchCommands(commands: readonly Command[], query: string): Command[] {
  const words = query
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean);
  if (words.length === 0) return [...commands];
  const begins = (text: string) =>
    words.every((word) =>
      text
        .toLowerCase()
        .split(/[\s/:-]+/)
        .some((part) => part.startsWith(word)),
    );
  const isHit = (command: Command) =>
    begins(`${command.label} ${command.keywords} ${command.kind === 'page' ? command.to : ''}`);
  const hits = commands.filter(isHit);
  return [
    ...hits.filter((command) => begins(command.label)),
    ...hits.filter((command) => !begins(command.label)),
  ];
}
