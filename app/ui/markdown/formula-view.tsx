import katex from 'katex';
import 'katex/dist/katex.min.css';
import { memo, useEffect, useState } from 'react';
import { whenFrameHasTime } from './when-frame-has-time';

/** Bounds on size and macro expansion: the source comes from a model. */
const OPTIONS = {
  maxSize: 20,
  maxExpand: 1000,
  trust: false,
  strict: 'ignore',
  output: 'htmlAndMathml',
} as const;

const MAX_CHARACTERS = 5_000;

/** Its source until a frame has time to typeset it: a reply may have hundreds. */
export const FormulaView = memo(function FormulaView({
  tex,
  isDisplay,
}: {
  tex: string;
  isDisplay: boolean;
}) {
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => whenFrameHasTime(() => setHtml(typeset(tex, isDisplay))), [tex, isDisplay]);
  if (html === null) return <code dir="ltr">{tex}</code>;
  // KaTeX escapes the source; `trust: false` keeps links, images and classes out.
  return <span dir="ltr" className="formula" dangerouslySetInnerHTML={{ __html: html }} />;
});

function typeset(tex: string, displayMode: boolean): string | null {
  if (tex.length > MAX_CHARACTERS) return null;
  try {
    return katex.renderToString(tex, { ...OPTIONS, displayMode });
  } catch {
    return null;
  }
}
