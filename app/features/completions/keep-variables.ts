const VARIABLE = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** The variables of a prompt as they are written, such as `{{name}}`, each once. */
export const variablesOf = (prompt: string): string[] => [
  ...new Set([...prompt.matchAll(VARIABLE)].map(([written]) => written)),
];

const nameOf = (written: string): string => written.replace(/[{}\s]/g, '').toLowerCase();

/** The changed prompt with every variable of the one before: those that are missing follow at its end. */
export function keepVariables(before: string, after: string): { prompt: string; restored: string[] } {
  const kept = new Set(variablesOf(after).map(nameOf));
  const restored = variablesOf(before).filter((written) => !kept.has(nameOf(written)));
  if (restored.length === 0) return { prompt: after, restored };
  return { prompt: `${after}\n\nUse: ${restored.join(', ')}`, restored };
}
