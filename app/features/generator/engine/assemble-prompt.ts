import { DEFAULT_LANGUAGE, DEFAULT_LEVEL, LEVELS, type Language, type Level } from './languages';

export interface PromptParts {
  styleText: string;
  outcomeText: string;
  topic: string;
  details: string;
  language: Language;
  level: Level;
}

/** Builds the prompt from the selections: style, focus, outcome and language, separated by blank lines. */
export function assemblePrompt({
  styleText,
  outcomeText,
  topic,
  details,
  language,
  level,
}: PromptParts): string {
  return [styleText, focusOn(topic, details), outcomeText, languageInstruction(language, level)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
}

function focusOn(topic: string, details: string): string {
  const [about, addressing] = [phrase(topic), phrase(details)];
  if (about === '') return '';
  return addressing === ''
    ? `Focus on ${about}.`
    : `Focus on ${about}, specifically addressing ${addressing}.`;
}

/** The template adds the period. */
const phrase = (text: string): string => text.trim().replace(/\.+$/, '');

/** Defaults need no instruction. */
function languageInstruction(language: Language, level: Level): string {
  if (language === DEFAULT_LANGUAGE && level === DEFAULT_LEVEL) return '';
  return `Write in ${language}. Use ${LEVELS[level]}.`;
}
