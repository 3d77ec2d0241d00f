import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';

/** Has times shown in the browser's time zone. `shown` is the one they are in, if the user has chosen none. */
export function useBrowserTimezone(shown: string | null): void {
  const { submit } = useFetcher();
  useEffect(() => {
    const own = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
    if (shown !== null && own !== shown) {
      submit({ intent: 'note', timezone: own }, { method: 'post', action: '/timezone' });
    }
  }, [shown, submit]);
}
