import { cutToBytes, sanitizeName, splitExtension } from '../paths/index.js';

/** Together well below the maximum length of a name. */
const CUT_STEM_BYTES = 100;
const MAX_ENDING_BYTES = 60;

/** Gives each of an output's files a name that is unique in its folder, ignoring case. */
export interface OutputNames {
  /** The output's own name, or `grades-2.csv` if another output has it. */
  whole(): string;
  /** `feedback-0012.txt`; for further results of the same transaction `feedback-0012-2.txt`. */
  numbered(number: number, sequence: number): string;
  /** The path filled with a transaction's values, or `letters/anna-2.docx` if taken. */
  own(path: string): string;
  /**
   * Named after the transaction's own file (`essay2.pdf` → `essay2.txt`), or `essay2-feedback.txt` if taken; further
   * results of the same transaction are `essay2-2.txt`, `essay2-3.txt`.
   */
  matching(fileName: string, sequence: number): string;
}

/**
 * Names for the files of an output called `outputName`. `taken` holds the full paths (lower case) that this run has
 * used already, and is extended. Deterministic for the same sequence of calls.
 */
export function createOutputNames(
  folder: string,
  outputName: string,
  total: number,
  taken: Set<string>,
): OutputNames {
  const [outputStem, extension] = splitExtension(outputName);
  const digits = Math.max(4, String(total).length);
  /** The next copy's number by stem: thousands of files may share a name. */
  const nextCopies = new Map<string, number>();

  /** The distinguishing suffix must survive when a long name is cut. */
  function claim(stem: string, ending = '', where = folder): string | null {
    const cut = ending === '' ? stem : cutToBytes(stem, CUT_STEM_BYTES);
    const name = sanitizeName(`${cut}${ending}${extension}`);
    const key = `${where}${name}`.toLowerCase();
    if (taken.has(key)) return null;
    taken.add(key);
    return name;
  }

  function claimNext(stem: string, where = folder): string {
    const key = `${where}${stem}`.toLowerCase();
    for (let copy = nextCopies.get(key) ?? 2; ; copy += 1) {
      const name = claim(stem, `-${copy}`, where);
      if (name === null) continue;
      nextCopies.set(key, copy + 1);
      return name;
    }
  }

  return {
    whole: () => claim(outputStem) ?? claimNext(outputStem),
    numbered(number, sequence) {
      const ending = `-${String(number).padStart(digits, '0')}${sequence === 0 ? '' : `-${sequence + 1}`}`;
      return claim(outputStem, ending) ?? claimNext(outputStem);
    },
    own(path) {
      const slash = path.lastIndexOf('/') + 1;
      const [stem] = splitExtension(path.slice(slash));
      const where = path.slice(0, slash);
      return where + (claim(stem, '', where) ?? claimNext(stem, where));
    },
    matching(fileName, sequence) {
      const [stem] = splitExtension(fileName);
      if (sequence > 0) return claim(stem, `-${sequence + 1}`) ?? claimNext(stem);
      return claim(stem) ?? claim(stem, `-${cutToBytes(outputStem, MAX_ENDING_BYTES)}`) ?? claimNext(stem);
    },
  };
}
