import { Link } from '@remix-run/react';

/** Edit link for administrators; null for others. */
export function EditLink({ to, what }: { to: string | null; what: string }) {
  if (to === null) return null;
  return (
    <p className="mt-3 text-xs">
      <Link to={to} prefetch="none">
        Edit this page<span className="sr-only">: {what}</span>
      </Link>
    </p>
  );
}

/** The editor's path for a text. */
export function editAddress(editIds: Readonly<Record<string, number>> | null, slug: string): string | null {
  const id = editIds?.[slug];
  return id === undefined ? null : `/admin/docs/${String(id)}`;
}
