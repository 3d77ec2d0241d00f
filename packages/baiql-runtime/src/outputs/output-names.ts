import { makeSafeName, splitExtension } from '../paths/index.js';

/** Gives each of an output's files a name that none other in its folder has, whatever the case. */
export interface OutputNames {
  /** The output's own name; where another output has it, `grades-2.csv`. */
  whole(): string;
  /** `feedback-0012.txt`; for a further result of the same transaction `feedback-0012-2.txt`. */
  numbered(number: number, sequence: number): string;
  /** After the transaction's own file (`essay2.pdf` → `essay2.txt`); where taken, `essay2-feedback.txt`. */
  matching(fileName: string): string;
}

/**
 * Names for the files of an output called `outputName`. `taken` holds the full paths (lower case) that this run has
 * given already, and grows; asking in the same order gives the same names.
 */
export function createOutputNames(
  folder: string,
  outputName: string,
  total: number,
  taken: Set<string>,
): OutputNames {
  const [outputStem, extension] = splitExtension(outputName);
  const digits = Math.max(4, String(total).length);

  function claim(stem: string): string | null {
    const name = makeSafeName(`${stem}${extension}`);
    const key = `${folder}${name}`.toLowerCase();
    if (taken.has(key)) return null;
    taken.add(key);
    return name;
  }

  function claimNext(stem: string): string {
    for (let copy = 2; ; copy += 1) {
      const name = claim(`${stem}-${copy}`);
      if (name !== null) return name;
    }
  }

  return {
    whole: () => claim(outputStem) ?? claimNext(outputStem),
    numbered(number, sequence) {
      const stem = `${outputStem}-${String(number).padStart(digits, '0')}`;
      return (sequence === 0 ? claim(stem) : claim(`${stem}-${sequence + 1}`)) ?? claimNext(stem);
    },
    matching(fileName) {
      const [stem] = splitExtension(fileName);
      return claim(stem) ?? claim(`${stem}-${outputStem}`) ?? claimNext(stem);
    },
  };
}
