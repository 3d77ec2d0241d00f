/** The first tab stop, which skips the header. */
export function SkipLink({ targetId }: { targetId: string }) {
  return (
    <a
      href={`#${targetId}`}
      className="absolute top-2 left-2 z-toast -translate-y-20 rounded-1 bg-accent px-3 py-2 text-s font-medium text-on-accent focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
