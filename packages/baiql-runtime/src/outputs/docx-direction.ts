import { Paragraph, TextRun, type IParagraphOptions, type IRunOptions } from 'docx';
import { removeInvalidXml } from './xml-text.js';

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** True if a text is right-to-left, judged by its first letter (Unicode Bidirectional Algorithm, P2). */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '');

/** A paragraph in the direction of its text (`w:bidi`). */
export const directedParagraph = (text: string, options: IParagraphOptions): Paragraph =>
  new Paragraph(isRightToLeft(text) ? { ...options, bidirectional: true } : options);

/** A text run in its own direction (`w:rtl`). */
export const directedRun = (text: string, style: IRunOptions = {}): TextRun =>
  new TextRun({
    ...style,
    ...(isRightToLeft(text) ? { rightToLeft: true } : {}),
    text: removeInvalidXml(text),
  });
