import type { Canvas } from '@napi-rs/canvas';
import { DocumentError } from '../document-error.js';
import { densestPart } from './densest-part.js';
import { toGrayMap } from './gray-map.js';
import { turn, type QuarterTurns } from './image.js';
import { openOcrEngine } from './ocr-engine.js';

/** What OCR found in an image. */
export interface RecognizedText {
  readonly text: string;
  /** The mean of its words' confidences, from 0 to 100; 0 without words. */
  readonly confidence: number;
}

/** A part that reads this well is upright. */
const UPRIGHT_CONFIDENCE = 75;
/** Turned lines of upright text are sometimes taken for words. */
const MIN_TURN_GAIN = 10;
/** Side of the part that is tried in other orientations: at 300 dpi, some twenty lines. */
const TRIED_PIXELS = 900;
const TURNS: readonly QuarterTurns[] = [1, 2, 3];

/**
 * OCR of an image in its most probable orientation, which a small part tells: a page that stands on its head would take
 * longer than one that is upright, for nothing.
 * @throws DocumentError `damaged`.
 */
export async function recognizeText(
  name: string,
  canvas: Canvas,
  langs: readonly string[],
): Promise<RecognizedText> {
  const engine = await openOcrEngine(langs);
  async function read(image: Canvas): Promise<RecognizedText> {
    try {
      const { data } = await engine.recognize(toGrayMap(image));
      const text = joinIdeographs(data.text.trim());
      return { text, confidence: text === '' ? 0 : data.confidence };
    } catch (error) {
      throw new DocumentError('damaged', `${name} could not be read with OCR.`, { cause: error });
    }
  }

  const part = densestPart(canvas, TRIED_PIXELS);
  const upright = await read(part);
  let best = { ...upright, turns: 0 as QuarterTurns };
  for (const turns of upright.confidence >= UPRIGHT_CONFIDENCE ? [] : TURNS) {
    const turned = await read(turn(part, turns));
    const gain = turned.confidence - best.confidence;
    if (gain > (best.turns === 0 ? MIN_TURN_GAIN : 0)) best = { ...turned, turns };
  }
  // A small image has been read as a whole.
  return part === canvas ? best : read(turn(canvas, best.turns));
}

/** The engine separates Chinese and Japanese characters with blanks, which these scripts do not have. */
function joinIdeographs(text: string): string {
  return text.replace(
    /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u303f\uff00-\uffef]) (?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3001-\u303f\uff00-\uffef])/gu,
    '',
  );
}
