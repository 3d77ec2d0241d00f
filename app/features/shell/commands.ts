import { THEMES, type Theme } from '~/core/shared/theme';
import { destinationsFor, type Visitor } from './destinations';

export type Command = { key: string; label: string; keywords: string } & (
  { kind: 'page'; to: string } | { kind: 'theme'; theme: Theme } | { kind: 'logout' }
);

const THEME_LABELS: Record<Theme, string> = {
  system: 'Theme: as the device says',
  light: 'Theme: light',
  dark: 'Theme: dark',
};

/** What the palette offers one visitor, pages first. */
export function listCommands(visitor: Visitor): Command[] {
  const pages = destinationsFor(visitor, 'palette').map(({ to, label, keywords = '' }): Command => ({
    kind: 'page',
    key: `page${to.replaceAll('/', '-')}`,
    to,
    label,
    keywords,
  }));
  const themes = THEMES.map((theme): Command => ({
    kind: 'theme',
    key: `theme-${theme}`,
    theme,
    label: THEME_LABELS[theme],
    keywords: 'appearance mode',
  }));
  const logout: Command[] = visitor
    ? [{ kind: 'logout', key: 'logout', label: 'Logout', keywords: 'sign out leave' }]
    : [];
  return [...pages, ...themes, ...logout];
}

/** Every word must begin a word of the label, the address or a keyword; hits in the label come first. */
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
