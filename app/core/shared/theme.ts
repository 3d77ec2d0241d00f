/** The user's choice; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = 'promptwell_theme';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export const parseTheme = (value: string | undefined): Theme =>
  THEMES.find((theme) => theme === value) ?? 'system';

/** For `document.cookie`: the server needs the theme before it sends the first byte, or the page would flash. */
export const themeCookie = (theme: Theme): string =>
  `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${String(YEAR_SECONDS)}; SameSite=Lax`;
