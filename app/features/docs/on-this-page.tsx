import { Link } from '@remix-run/react';

/** Table of contents, on wide screens. */
export function OnThisPage({ headings }: { headings: readonly { id: string; text: string }[] }) {
  return (
    <nav aria-label="On this page" className="hidden xl:block">
      <ul className="sticky top-6 flex max-h-[calc(100dvh-48px)] flex-col gap-1 overflow-y-auto text-xs">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <Link to={`#${id}`} className="block py-0.5 text-ink-3 no-underline hover:text-ink">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
