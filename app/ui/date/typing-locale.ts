import { useSyncExternalStore } from 'react';

const AS_RENDERED_BY_THE_SERVER = 'en-US';

/** The browser's language with the calendar of stored days, which a Thai or Persian browser would not use by itself. */
const ofBrowser = (): string => {
  try {
    return new Intl.Locale(navigator.language, { calendar: 'gregory' }).toString();
  } catch {
    return AS_RENDERED_BY_THE_SERVER;
  }
};

const subscribe = (onChange: () => void): (() => void) => {
  window.addEventListener('languagechange', onChange);
  return () => window.removeEventListener('languagechange', onChange);
};

/** The locale in which dates are typed: the order of day, month and year, and their names in the calendar. */
export const useTypingLocale = (): string =>
  useSyncExternalStore(subscribe, ofBrowser, () => AS_RENDERED_BY_THE_SERVER);
