import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { removeLineFix } from '../../diagnostics/line-fixes.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import { Suggestions } from '../../source/nearest.js';
import { type ModelLine, plainText } from '../../tree/index.js';
import { eachOf, type RuleContext } from '../rule.js';

/** Two MODELs for the same stretch of a batch: the STEPs have their own. */
export function oneModel({ source, scopes }: RuleContext): Diagnostic[] {
  return eachOf(scopes.batches, ({ batch, lines }) => {
    if (batch.damaged) return [];
    let where = 'batch';
    let models: ModelLine[] = [];
    const said: Diagnostic[] = [];
    const finish = (): void => {
      const last = models.pop();
      for (const model of models) {
        const related = last === undefined ? [] : [{ message: 'The last one', range: last.range }];
        const message = `Two MODELs in one ${where}: the last one counts`;
        const fixes = [removeLineFix(source, model.range)];
        said.push(report('BQ507', message, model.range, { related, fixes }));
      }
      models = [];
    };
    for (const line of lines) {
      if (line.kind === 'model') models.push(line);
      else if (line.kind === 'step') {
        finish();
        where = 'step';
      }
    }
    finish();
    return said;
  });
}

/** With the list of models at hand: models that are not in it, and what follows those that are gone. */
export function models({ lines, environment }: RuleContext): Diagnostic[] {
  const known = environment.models;
  if (known === undefined) return [];
  // Models are asked for in any case.
  const names = new Set(known.map((name) => name.toLowerCase()));
  const gone = new Map(
    Object.entries(environment.goneModels ?? {}).map(([name, next]) => [name.toLowerCase(), next]),
  );
  const suggestions = new Suggestions();
  return eachOf(lines.of('model'), (line) => {
    const model = line.model?.closed === true ? line.model : null;
    const name = model === null ? null : plainText(model);
    const asked = name?.trim().toLowerCase() ?? '';
    if (model === null || name === null || names.has(asked)) return [];
    const isGone = gone.has(asked);
    const better = isGone ? (gone.get(asked) ?? null) : suggestions.surest(name, known);
    const written = better === null || model.form === 'bare' ? better : `"${better}"`;
    const message = !isGone
      ? `Unknown model ${name}`
      : `${name} is no longer offered${better === null ? '' : `; its successor is ${better}`}`;
    const fix = better !== null && names.has(better.toLowerCase()) ? changeToFix(model.range, written) : null;
    return [report('BQ601', message, model.range, { fixes: [fix] })];
  });
}
