import { useNavigate } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { copyText } from '~/ui/copy-text';

const SHOWN_MS = 2000;

type Props = { html: string } | { children: ReactNode };

/** Renders a document: internal links navigate on the client, and code can be copied. */
export function DocBody(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const element = frame.current;
    const onClick = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return;
      const copy = event.target.closest<HTMLElement>('[data-copy]');
      if (copy) void copyCode(copy);
      const href = event.target.closest('a')?.getAttribute('href') ?? '';
      const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (opensElsewhere || event.button !== 0 || !isInternalLink(href)) return;
      event.preventDefault();
      navigate(href);
    };
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [navigate]);
  if ('html' in props)
    return <div ref={frame} className="prose" dangerouslySetInnerHTML={{ __html: props.html }} />;
  return (
    <div ref={frame} className="prose">
      {props.children}
    </div>
  );
}

const isInternalLink = (href: string): boolean =>
  href.startsWith('#') || (href.startsWith('/') && !href.startsWith('//'));

async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('[data-code]')?.querySelector('pre')?.textContent ?? '';
  if (!(await copyText(code.trimEnd(), 'Copied', { durationMs: SHOWN_MS }))) return;
  button.dataset.copied = '';
  setTimeout(() => delete button.dataset.copied, SHOWN_MS);
}
