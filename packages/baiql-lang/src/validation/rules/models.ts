import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import { Suggestions } from '../../source/nearest.js';
import { plainText } from '../../tree/index.js';
import { eachOf } from '../each-of.js';
import type { RuleContext } from '../rule.js';

/** With the list of models at hand: models that are not in it. */
export function models({ lines, environment }: RuleContext): Diagnostic[] {
  const known = environment.models;
  if (known === undefined) return [];
  const names = new Set(known);
  const suggestions = new Suggestions();
  return eachOf(lines.of('model'), (line) => {
    const model = line.model?.closed === true ? line.model : null;
    const name = model === null ? null : plainText(model);
    if (model === null || name === null || names.has(name)) return [];
    const near = suggestions.nearest(name, known);
    const written = near !== null && model.form !== 'bare' ? `"${near}"` : near;
    return [
      report('BQ601', `Unknown model ${name}`, model.range, { fixes: [changeToFix(model.range, written)] }),
    ];
  });
}
