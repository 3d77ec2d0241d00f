import { useLocation } from '@remix-run/react';

/** Until there is an administrator, nothing else leads anywhere: whoever comes by learns where to begin. */
export function SetupNotice() {
  const { pathname } = useLocation();
  if (pathname === '/setup') return null;
  return (
    <p role="status" className="border-b border-line bg-info-soft px-4 py-2.5 text-s text-ink md:px-5">
      <strong className="font-semibold text-info">Not set up yet:</strong> open the link printed where the
      server was started.
    </p>
  );
}
