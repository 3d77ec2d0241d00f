import { Link } from '@remix-run/react';
import { PERSONAL_PAGE } from './destinations';

const LOOK = 'ml-2 hidden max-w-48 truncate rounded-1 px-1 py-1.5 text-s font-medium md:block';

export const greetingFor = (firstName: string): string => `Hello, ${firstName || 'User'}!`;

export function Greeting({ firstName }: { firstName: string }) {
  if (PERSONAL_PAGE === null) return <span className={LOOK}>{greetingFor(firstName)}</span>;
  return (
    <Link to={PERSONAL_PAGE} className={`${LOOK} no-underline hover:underline`}>
      {greetingFor(firstName)}
    </Link>
  );
}
