import { Link } from '@remix-run/react';

/** For administrators, below a text that they may edit; nobody else has the address. */
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

/** Where a text is edited, by its slug. */
export function editAddress(editIds: Readonly<Record<string, number>> | null, slug: string): string | null {
  const id = editIds?.[slug];
  return id === undefined ? null : `/admin/docs/${String(id)}`;
}
