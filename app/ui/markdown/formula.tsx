import { lazyComponent } from '../lazy-component';

type Props = { tex: string; isDisplay: boolean };

/** A formula in TeX, typeset once KaTeX has loaded; until then, or if it can't be read, its source. */
export const Formula = lazyComponent<Props>(async () => (await import('./formula-view')).FormulaView, {
  fallback: ({ tex }) => <code dir="ltr">{tex}</code>,
});
