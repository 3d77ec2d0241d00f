import type { Canvas } from '@napi-rs/canvas';
import { DocumentError } from '../document-error.js';
import { densestPart } from './densest-part.js';
import { toGrayMap } from './gray-map.js';
import { turn, type QuarterTurns } from './image.js';
import { openOcrEngine } from './ocr-engine.js';
import { otherScripts } from './ocr-scripts.js';

/** What OCR found in an image. */
export interface RecognizedText {
  readonly text: string;
  /** The mean of its words' confidences, from 0 to 100; 0 without words. */
  readonly confidence: number;
  /** The languages that it was read in. */
  readonly langs: readonly string[];
}

/** A part that reads this well is upright, and in one of the languages. */
const SURE_CONFIDENCE = 75;
/** Turned lines of upright text are sometimes taken for words. */
const MIN_TURN_GAIN = 10;
/** Side of the part that is tried in other orientations: at 300 dpi, some twenty lines. */
const TRIED_PIXELS = 900;
/** The same for other scripts: a few words tell. */
const SCRIPT_PIXELS = 500;
const TURNS: readonly QuarterTurns[] = [1, 2, 3];

/** In a wrong script, a page reads less surely than in its own by at least this. */
const MIN_SCRIPT_GAIN = 8;

/**
 * OCR of an image in its most probable orientation and script, which a small part tells: a page that stands on its head,
 * or in a script that none of the languages has, would take longer than one that is upright, for nothing.
 * @throws DocumentError `damaged`.
 */
export async function recognizeText(
  name: string,
  canvas: Canvas,
  langs: readonly string[],
): Promise<RecognizedText> {
  const part = densestPart(canvas, TRIED_PIXELS);
  const chosen = await readUpright(name, part, langs);
  const script = chosen.confidence >= SURE_CONFIDENCE ? null : await findScript(name, part, chosen);
  if (script !== null) return recognize(name, canvas, [script]);
  // A small image has been read as a whole.
  return part === canvas ? chosen : recognize(name, turn(canvas, chosen.turns), langs);
}

interface Trial extends RecognizedText {
  readonly turns: QuarterTurns;
}

async function readUpright(name: string, part: Canvas, langs: readonly string[]): Promise<Trial> {
  let best: Trial = { ...(await recognize(name, part, langs)), turns: 0 };
  for (const turns of best.confidence >= SURE_CONFIDENCE ? [] : TURNS) {
    const turned = await recognize(name, turn(part, turns), langs);
    const gain = turned.confidence - best.confidence;
    if (gain > (best.turns === 0 ? MIN_TURN_GAIN : 0)) best = { ...turned, turns };
  }
  return best;
}

/** A language of the script in which a part reads best, upright; null if it is that of the chosen languages. */
async function findScript(name: string, part: Canvas, chosen: Trial): Promise<string | null> {
  // Without words in one script, there are hardly any in another.
  if (chosen.confidence === 0) return null;
  const lines = densestPart(part, SCRIPT_PIXELS);
  let best: { lang: string | null; confidence: number } = {
    lang: null,
    confidence: chosen.confidence + MIN_SCRIPT_GAIN,
  };
  for (const lang of otherScripts(chosen.langs)) {
    const { confidence } = await recognize(name, lines, [lang]);
    if (confidence > best.confidence) best = { lang, confidence };
  }
  return best.lang;
}

async function recognize(name: string, image: Canvas, langs: readonly string[]): Promise<RecognizedText> {
  const engine = await openOcrEngine(langs);
  try {
    const { data } = await engine.recognize(toGrayMap(image));
    const text = joinIdeographs(data.text.trim());
    return { text, confidence: text === '' ? 0 : data.confidence, langs };
  } catch (error) {
    throw new DocumentError('damaged', `${name} could not be read with OCR.`, { cause: error });
  }
}

/** The engine separates Chinese and Japanese characters with blanks, which these scripts do not have. */
function joinIdeographs(text: string): string {
  return text.replace(
    /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u303f\uff00-\uffef]) (?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u303f\uff00-\uffef])/gu,
    '',
  );
}
