import type { ElementContent, RootContent } from 'hast';
import { common, createLowlight } from 'lowlight';
import { memo } from 'react';

const lowlight = createLowlight(common);

export const HighlightedCodeView = memo(function HighlightedCodeView(props: {
  code: string;
  language: string;
}) {
  if (!lowlight.registered(props.language)) return <>{props.code}</>;
  const { children } = lowlight.highlight(props.language, props.code);
  // As HTML, because thousands of elements take React longer than a delta may.
  return <span dangerouslySetInnerHTML={{ __html: htmlOf(children) }} />;
});

/** Text, and spans with the highlighter's own classes; everything is escaped. */
function htmlOf(nodes: readonly (RootContent | ElementContent)[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return escape(node.value);
      if (node.type !== 'element') return '';
      const classes = [node.properties.className ?? []].flat().join(' ');
      return `<span class="${escape(classes)}">${htmlOf(node.children)}</span>`;
    })
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replace(/[&<>"]/gu, (sign) => ENTITIES[sign] ?? '');
