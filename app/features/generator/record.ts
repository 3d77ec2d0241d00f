import { firstGrapheme } from '@promptwell/text/first-grapheme';
import { truncate } from '@promptwell/text/truncate';
import type { SavePrompt } from '~/features/prompts/index.server';
import type { GeneratorState } from './engine/generator-state';

/** The server's limit; the prompt itself has the full text. */
const MAX_TITLE_CHARACTERS = 160;
const MAX_TOPIC_CHARACTERS = 2000;

const clip = (text: string): string => truncate(text, MAX_TOPIC_CHARACTERS);

/** The selections of a copied prompt, as recorded by the server. */
export const toGeneratedPrompt = (state: GeneratorState) => ({
  ...partsOf(state),
  userTopic: clip(state.topic),
  userDetails: clip(state.details),
});

/** The prompt with its selections, for saving. */
export const toSavedPrompt = (state: GeneratorState): Partial<SavePrompt> => ({
  ...partsOf(state),
  title: titleOf(state),
  content: state.prompt,
});

/** Details of a prompt that may have been edited, or written without the steps. */
export const describePrompt = (state: GeneratorState, content: string): Partial<SavePrompt> => ({
  ...toSavedPrompt({ ...state, prompt: content }),
  ...(state.styleId === null ? { title: firstWords(content) } : {}),
});

const MAX_DERIVED_TITLE = 60;

/** Truncates a text between words. */
function firstWords(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= MAX_DERIVED_TITLE) return line || 'Prompt';
  return `${truncate(line, MAX_DERIVED_TITLE).replace(/\s+\S*$/, '')}…`;
}

const partsOf = (state: GeneratorState) => ({
  categoryId: state.categoryId,
  styleTemplateId: state.styleId,
  outcomeTemplateId: state.outcomeId,
  aiModelId: 0,
  topicId: state.topicId,
  subtopicId: state.subtopicId,
  rawTopic: state.topicId === null ? clip(state.topic) : '',
  rawSubtopic: state.subtopicId === null ? clip(state.details) : '',
});

/** "Photosynthesis: Lesson plan", or the part that is known. */
function titleOf({ topic, outcomes, outcomeId, styles, styleId }: GeneratorState): string {
  const outcome = outcomes.find(({ id }) => id === outcomeId) ?? styles.find(({ id }) => id === styleId);
  const title = [topic.trim(), outcome?.name ?? ''].filter((part) => part !== '').join(': ') || 'Prompt';
  const first = firstGrapheme(title);
  const capitalized = title.startsWith(first) ? first.toUpperCase() + title.slice(first.length) : title;
  return truncate(capitalized, MAX_TITLE_CHARACTERS);
}
