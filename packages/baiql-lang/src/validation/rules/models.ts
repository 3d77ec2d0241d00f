import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { removeLineFix } from '../../diagnostics/line-fixes.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import { Suggestions } from '../../source/nearest.js';
import { type ModelLine, plainText } from '../../tree/index.js';
import { checkEach, type RuleContext } from '../rule.js';

/** Two MODELs for the same part of a batch: STEPs may have their own. */
export function oneModel({ source, scopes }: RuleContext): Diagnostic[] {
  return checkEach(scopes.batches, ({ batch, lines }) => {
    if (batch.damaged) return [];
    let where = 'batch';
    let models: ModelLine[] = [];
    const found: Diagnostic[] = [];
    const finish = (): void => {
      const last = models.pop();
      for (const model of models) {
        const related = last === undefined ? [] : [{ message: 'The last one', range: last.range }];
        const message = `Two MODELs in one ${where}: the last one counts`;
        const fixes = [removeLineFix(source, model.range)];
        found.push(report('BQ507', message, model.range, { related, fixes }));
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
    return found;
  });
}

/** With a known list of models: names not in it, and successors of retired or ending ones. */
export function models({ lines, environment }: RuleContext): Diagnostic[] {
  const known = environment.models;
  if (known === undefined) return [];
  const names = new Set(known.map((name) => name.toLowerCase()));
  const retired = inAnyCase(environment.retiredModels);
  const ending = inAnyCase(environment.endingModels);
  const suggestions = new Suggestions();
  return checkEach(lines.of('model'), (line) => {
    const model = line.model?.closed === true ? line.model : null;
    const name = model === null ? null : plainText(model);
    if (model === null || name === null) return [];
    const reportAs = (code: 'BQ601' | 'BQ604', message: string, better: string | null): Diagnostic[] => {
      const isThere = better !== null && names.has(better.toLowerCase());
      const fix = isThere ? changeToFix(model.range, model.form === 'bare' ? better : `"${better}"`) : null;
      return [report(code, message, model.range, { fixes: [fix] })];
    };
    const followedBy = (next: string | null): string => (next === null ? '' : `; its successor is ${next}`);
    const asked = name.trim().toLowerCase();
    const end = ending.get(asked);
    if (end !== undefined)
      return reportAs('BQ604', `${name} ends on ${written(end.on)}${followedBy(end.next)}`, end.next);
    if (names.has(asked)) return [];
    const next = retired.get(asked);
    if (next === undefined) {
      // `openai/gpt-4o`: other services prefix the provider.
      const own = asked.split(/[/:]/).at(-1) ?? '';
      const better = names.has(own) ? own : suggestions.nearestUnique(name, known);
      return reportAs('BQ601', `Unknown model ${name}`, better);
    }
    return reportAs('BQ601', `${name} is no longer offered${followedBy(next)}`, next);
  });
}

/** Model names are case-insensitive. */
const inAnyCase = <Value>(byName: Readonly<Record<string, Value>> = {}): ReadonlyMap<string, Value> =>
  new Map(Object.entries(byName).map(([name, value]) => [name.toLowerCase(), value]));

/** Formats a date such as `2026-12-01`. */
const written = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
