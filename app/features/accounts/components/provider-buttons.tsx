import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses } from '~/ui/button-variant';
import type { LinkedProvider } from '../proof-methods';

interface Props {
  providers: readonly LinkedProvider[];
  /** The purpose of the round trip and its parameters. */
  query: { from: 'login' | 'register' | 'invite'; returnTo?: string | null; invitation?: string };
  /** Another way in, above the providers. */
  children?: ReactNode;
}

/** "Continue with …" for each provider. Plain links, because they leave the site. */
export function ProviderButtons({ providers, query, children = null }: Props) {
  if (providers.length === 0 && children === null) return null;
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(given).toString();
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        {children}
        {providers.map(({ label, loginPath }) => (
          <a key={loginPath} href={`${loginPath}?${search}`} className={buttonClasses('secondary', 'l')}>
            {label === 'Google' ? <GoogleMark /> : <LogIn aria-hidden="true" className="size-4" />}
            <span className="min-w-0 truncate">Continue with {label}</span>
          </a>
        ))}
      </div>
      <p className="flex items-center gap-3 text-xs text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
    </div>
  );
}

/** Google requires its logo in four colors. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className="size-4">
      <path
        fill="#4285F4"
        d="M45 24.5c0-1.6-.1-2.8-.4-4H24v7.3h12c-.3 2-1.6 4.9-4.5 6.9l6.9 5.4C42.6 36.2 45 31 45 24.5z"
      />
      <path
        fill="#34A853"
        d="M24 46c5.900 0 10.900-2 14.500-5.300l-6.900-5.400c-1.900 1.300-4.400 2.200-7.600 2.200-5.800 0-10.700-3.900-12.500-9.200l-7.100 5.500C8 41 15.400 46 24 46z"
      />
      <path
        fill="#FBBC05"
        d="M11.500 28.300A13.500 13.500 0 0 1 10.800 24c0-1.500.300-3 .700-4.300l-7.100-5.500A22 22 0 0 0 2 24c0 3.500.900 6.900 2.400 9.800z"
      />
      <path
        fill="#EA4335"
        d="M24 10.500c4.100 0 6.900 1.800 8.400 3.200l6.200-6C34.800 4.200 29.900 2 24 2 15.400 2 8 7 4.400 14.200l7.100 5.500c1.800-5.300 6.700-9.200 12.500-9.200z"
      />
    </svg>
  );
}
