import { useEffect, useState } from 'react';
import { parseTheme, themeCookie, type Theme } from '~/core/shared/theme';

export const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};

const CHANGED = 'promptwell:theme';

/** Applies a theme and stores it for the server's next render. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.cookie = themeCookie(theme);
  window.dispatchEvent(new Event(CHANGED));
}

/** The current theme; `initial` is what the server rendered. */
export function useTheme(initial: Theme): Theme {
  const [theme, setTheme] = useState(initial);
  useEffect(() => {
    const read = () => setTheme(parseTheme(document.documentElement.dataset.theme));
    window.addEventListener(CHANGED, read);
    return () => window.removeEventListener(CHANGED, read);
  }, []);
  return theme;
}
