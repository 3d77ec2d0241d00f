import { EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import type { Extension } from '@codemirror/state';
import { hover, type Hover } from '../services/hover.js';
import { environmentOf } from './environment.js';
import { parsedState } from './parsed-state.js';

const tooltip = hoverTooltip((view, position): Tooltip | null => {
  const { state } = view;
  const found = hover(parsedState(state), position, environmentOf(state));
  if (found === null) return null;
  return {
    pos: found.range.start.offset,
    end: found.range.end.offset,
    above: true,
    create: () => ({ dom: render(found) }),
  };
});

function render({ signature, documentation, example }: Hover): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'bq-hover';
  const add = (tag: string, text: string): void => {
    if (text === '') return;
    const element = document.createElement(tag);
    element.textContent = text;
    dom.append(element);
  };
  add('code', signature);
  add('p', documentation);
  add('pre', example === signature ? '' : example);
  return dom;
}

const look = EditorView.baseTheme({
  '.bq-hover': { maxWidth: '32rem', padding: '0.5rem 0.75rem', lineHeight: '1.4' },
  '.bq-hover code': { fontWeight: '600' },
  '.bq-hover p': { margin: '0.25rem 0 0' },
  '.bq-hover pre': { margin: '0.5rem 0 0', opacity: '0.8', whiteSpace: 'pre-wrap' },
});

export const hovering: Extension = [tooltip, look];
