import { Link } from '@remix-run/react';
import { PERSONAL_PAGE } from './destinations';

export const greetingFor = (firstName: string): string => `Hello, ${firstName || 'User'}!`;

export function Greeting({ firstName }: { firstName: string }) {
  const greeting = greetingFor(firstName);
  return (
    <Link
      to={PERSONAL_PAGE}
      title={greeting}
      className="ml-1 max-w-36 truncate rounded-1 px-1 py-1.5 text-s font-medium no-underline hover:underline xl:max-w-48"
    >
      {greeting}
    </Link>
  );
}
