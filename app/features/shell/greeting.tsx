import { Link } from '@remix-run/react';
import { PERSONAL_PAGE } from './destinations';

export const greetingFor = (firstName: string): string => `Hello, ${firstName || 'User'}!`;

export function Greeting({ firstName }: { firstName: string }) {
  return (
    <Link
      to={PERSONAL_PAGE}
      className="ml-2 hidden max-w-48 truncate rounded-1 px-1 py-1.5 text-s font-medium no-underline hover:underline md:block"
    >
      {greetingFor(firstName)}
    </Link>
  );
}
