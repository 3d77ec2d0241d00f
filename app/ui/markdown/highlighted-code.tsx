import { lazyComponent } from '../lazy-component';

type Props = { code: string; language: string };

/** Code with its syntax colored, once the highlighter has loaded. */
export const HighlightedCode = lazyComponent<Props>(
  async () => (await import('./highlighted-code-view')).HighlightedCodeView,
  { fallback: ({ code }) => <>{code}</> },
);
