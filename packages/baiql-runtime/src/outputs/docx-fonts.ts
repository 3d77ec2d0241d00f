import type { IRunOptions } from 'docx';

interface Writing {
  readonly letters: RegExp;
  readonly font: string;
  /** BCP 47, for spelling and hyphenation. */
  readonly language: string;
}

/** Kana tell Japanese from Chinese, since both write Han. The first whose letters occur decides. */
const EAST_ASIAN: readonly Writing[] = [
  { letters: /[\p{sc=Hiragana}\p{sc=Katakana}]/u, font: 'Yu Gothic', language: 'ja-JP' },
  { letters: /\p{sc=Hangul}/u, font: 'Malgun Gothic', language: 'ko-KR' },
  { letters: /\p{sc=Bopomofo}/u, font: 'Microsoft JhengHei', language: 'zh-TW' },
  { letters: /\p{sc=Han}/u, font: 'Microsoft YaHei', language: 'zh-CN' },
];

/** What Word calls complex scripts: right to left, or with letters that change their shape. */
const COMPLEX: readonly Writing[] = [
  { letters: /\p{sc=Arabic}/u, font: 'Arial', language: 'ar-SA' },
  { letters: /\p{sc=Hebrew}/u, font: 'Arial', language: 'he-IL' },
  { letters: /\p{sc=Devanagari}/u, font: 'Nirmala UI', language: 'hi-IN' },
  { letters: /\p{sc=Bengali}/u, font: 'Nirmala UI', language: 'bn-IN' },
  { letters: /\p{sc=Tamil}/u, font: 'Nirmala UI', language: 'ta-IN' },
  { letters: /\p{sc=Thai}/u, font: 'Leelawadee UI', language: 'th-TH' },
];

const LATIN_FONT = 'Calibri';
const HALF_POINTS = 22;

/** Notes which scripts a document's texts are written in, for its default fonts and languages. */
export class DocumentFonts {
  readonly #seen = new Set<Writing>();

  add(text: string): void {
    for (const writing of [...EAST_ASIAN, ...COMPLEX]) {
      if (!this.#seen.has(writing) && writing.letters.test(text)) this.#seen.add(writing);
    }
  }

  /** The style of text without one of its own. Word picks the font of each letter by its script. */
  defaults(): IRunOptions {
    const eastAsian = EAST_ASIAN.find((writing) => this.#seen.has(writing));
    const complex = COMPLEX.find((writing) => this.#seen.has(writing));
    const language = {
      ...(eastAsian && { eastAsia: eastAsian.language }),
      ...(complex && { bidirectional: complex.language }),
    };
    return {
      size: HALF_POINTS,
      font: {
        ascii: LATIN_FONT,
        hAnsi: LATIN_FONT,
        eastAsia: eastAsian?.font ?? LATIN_FONT,
        cs: complex?.font ?? LATIN_FONT,
      },
      ...(Object.keys(language).length > 0 && { language }),
    };
  }
}
