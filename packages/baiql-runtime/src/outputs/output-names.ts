import { cutToBytes, makeSafeName, splitExtension } from '../paths/index.js';

/** Together well below what a name may have. */
const CUT_STEM_BYTES = 100;
const MAX_ENDING_BYTES = 60;

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
  /** The next copy's number by stem: thousands of files may have one name. */
  const nextCopies = new Map<string, number>();

  /** What tells files apart stands at the end and must survive when a long name is cut. */
  function claim(stem: string, ending = ''): string | null {
    const cut = ending === '' ? stem : cutToBytes(stem, CUT_STEM_BYTES);
    const name = makeSafeName(`${cut}${ending}${extension}`);
    const key = `${folder}${name}`.toLowerCase();
    if (taken.has(key)) return null;
    taken.add(key);
    return name;
  }

  function claimNext(stem: string): string {
    for (let copy = nextCopies.get(stem) ?? 2; ; copy += 1) {
      const name = claim(stem, `-${copy}`);
      if (name === null) continue;
      nextCopies.set(stem, copy + 1);
      return name;
    }
  }

  return {
    whole: () => claim(outputStem) ?? claimNext(outputStem),
    numbered(number, sequence) {
      const ending = `-${String(number).padStart(digits, '0')}${sequence === 0 ? '' : `-${sequence + 1}`}`;
      return claim(outputStem, ending) ?? claimNext(outputStem);
    },
    matching(fileName) {
      const [stem] = splitExtension(fileName);
      return claim(stem) ?? claim(stem, `-${cutToBytes(outputStem, MAX_ENDING_BYTES)}`) ?? claimNext(stem);
    },
  };
}
