import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import { memo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

const lowlight = createLowlight(common);

export const HighlightedCodeView = memo(function HighlightedCodeView(props: {
  code: string;
  language: string;
}) {
  if (!lowlight.registered(props.language)) return <>{props.code}</>;
  return toJsxRuntime(lowlight.highlight(props.language, props.code), { Fragment, jsx, jsxs });
});
