import { onDemand } from './on-demand';

/** Markdown as running text. Until its reader has loaded, the plain text stands in its place. */
export const Markdown = onDemand<{ text: string }>(
  async () => (await import('./markdown-view')).MarkdownView,
  ({ text }) => <div className="prose whitespace-pre-wrap">{text}</div>,
);
