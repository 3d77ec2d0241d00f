import { ArrowUp } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { Button } from '~/ui/button';

/** The way back for whoever has read far down: the newest turn stands at the top. */
export function JumpToNewest({ top }: { top: RefObject<HTMLElement> }) {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    if (!top.current) return;
    const observer = new IntersectionObserver(([entry]) => setIsAway(entry?.isIntersecting === false));
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [top]);
  if (!isAway) return null;
  return (
    <div className="sticky top-2 z-sticky flex h-0 justify-center">
      <Button size="s" className="shadow-2" onClick={() => top.current?.scrollIntoView({ block: 'start' })}>
        <ArrowUp aria-hidden size={16} />
        Newest
      </Button>
    </div>
  );
}
