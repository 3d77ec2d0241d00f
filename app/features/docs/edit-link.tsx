import { Link } from '@remix-run/react';

/** For administrators, below a text that they may edit; nobody else has its id. */
export function EditLink({ id, what }: { id: number | undefined; what: string }) {
  if (id === undefined) return null;
  return (
    <p className="mt-3 text-xs">
      <Link to={`/admin/docs/${String(id)}`} prefetch="none">
        Edit this page<span className="sr-only">: {what}</span>
      </Link>
    </p>
  );
}
