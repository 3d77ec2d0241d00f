/** So many rows are looked at: a column is written in one way. */
export const MOST_LOOKED_AT = 1_000;

const DECIMAL_COMMA = /^-?[\d.]*\d,\d{1,2}$/u;
const POINT_ALONE = /^-?[1-9]\d{0,2}\.\d{3}$/u;

/**
 * Looks for `1.250` in a column with decimal commas, where it is a thousand to whoever wrote it: as a number it is 1.25,
 * and nothing of what is calculated with it would look wrong.
 */
export function watchGroupedNumbers() {
  const commas = new Map<number, string>();
  const points = new Map<number, string>();
  return {
    look: (record: readonly string[]): void => {
      for (const [place, cell] of record.entries()) {
        if (POINT_ALONE.test(cell)) points.set(place, cell);
        else if (DECIMAL_COMMA.test(cell)) commas.set(place, cell);
      }
    },
    notes: (file: string, columns: readonly string[]): string[] =>
      [...points].flatMap(([place, point]) => {
        const comma = commas.get(place);
        if (comma === undefined) return [];
        const meant = point.replace('.', '');
        return [
          `${file}: ${columns[place] ?? `column ${place + 1}`} has ${point} beside ${comma}, and ${point} is read as ${Number(point)}. If ${meant} is meant, write it without the period.`,
        ];
      }),
  };
}
