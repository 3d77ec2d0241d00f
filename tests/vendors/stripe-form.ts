/** A value of a form as Stripe's SDK writes it: `items[0][price]=…` is a list of objects. */
export type FormValue = string | FormFields | FormValue[];
export interface FormFields {
  [name: string]: FormValue | undefined;
}

/** Reads a query or a body with brackets in its names. */
export function parseForm(text: string): FormFields {
  const fields: FormFields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let place = fields;
    for (const key of path.slice(0, -1)) {
      const next = place[key];
      place = typeof next === 'object' && !Array.isArray(next) ? next : (place[key] = {});
    }
    const last = path.at(-1) ?? '';
    place[last === '' ? String(Object.keys(place).length) : last] = value;
  }
  return fields;
}

/** The entries of a list, which arrive as `0`, `1`, … */
export const listOf = (value: FormValue | undefined): FormValue[] =>
  typeof value === 'object' && !Array.isArray(value)
    ? Object.values(value).filter((each) => each !== undefined)
    : [];

export const textOf = (value: FormValue | undefined): string | null =>
  typeof value === 'string' ? value : null;

export const fieldsOf = (value: FormValue | undefined): FormFields =>
  typeof value === 'object' && !Array.isArray(value) ? value : {};

export function textsOf(value: FormValue | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text] as const] : [],
    ),
  );
}
