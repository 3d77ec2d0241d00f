import { Link } from '@remix-run/react';

/** Three lines, each shorter than the one before: a prompt being sharpened. */
export function Logo() {
  return (
    <Link to="/" className="tappable mr-3 flex items-center gap-2 rounded-1 py-1 pr-1 lg:mr-4">
      <svg viewBox="0 0 20 20" className="size-5 text-accent" aria-hidden="true">
        <path
          d="M3 5h14M5 10h10M8 15h4"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
      </svg>
      <span className="text-[15px] font-[650] tracking-[-0.02em]">Promptwell</span>
    </Link>
  );
}
