import { Link } from '@remix-run/react';
import { version } from '../../../package.json';
import { destinationsFor, type ShellUser } from './destinations';

export function Footer({ user }: { user: ShellUser }) {
  return (
    <footer id="site-links" className="border-t border-line py-6 text-s text-ink-2">
      <div className="mx-auto flex max-w-280 flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 sm:px-6">
        <p>
          Promptwell <span className="num text-ink-3">{version}</span>
        </p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-5 gap-y-4 sm:gap-y-2">
            {destinationsFor(user, 'footer').map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="tappable inline-block min-h-6 rounded-1 no-underline hover:text-ink hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <Link
                to="/app-info#site-map"
                className="tappable inline-block min-h-6 rounded-1 no-underline hover:text-ink hover:underline"
              >
                Site map
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
