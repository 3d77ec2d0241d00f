import { DEFAULT_LANGUAGE, DEFAULT_LEVEL, LEVELS, type Language, type Level } from './languages';

export interface PromptParts {
  styleText: string;
  outcomeText: string;
  topic: string;
  details: string;
  language: Language;
  level: Level;
}

/** The prompt that the choices make: style, focus, outcome, language, with a blank line between them. */
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

/** The sentence brings its own full stop. */
const phrase = (text: string): string => text.trim().replace(/\.+$/, '');

/** What a model does by itself need not be asked for. */
function languageInstruction(language: Language, level: Level): string {
  if (language === DEFAULT_LANGUAGE && level === DEFAULT_LEVEL) return '';
  return `Write in ${language}. Use ${LEVELS[level]}.`;
}
