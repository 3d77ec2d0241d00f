import { truncate } from '@promptwell/text/truncate';
import type { PromptWithoutText, SavedPrompt } from '~/features/prompts/index.server';

const MAX_LABEL_CHARACTERS = 25;

export const shorten = (label: string): string =>
  label.length > MAX_LABEL_CHARACTERS ? `${truncate(label, MAX_LABEL_CHARACTERS).trimEnd()}…` : label;

/** The prompt's subject as a single label. */
export const topicOf = ({ topicName, rawTopic }: PromptWithoutText): string => topicName ?? rawTopic;

/** The parts of a prompt that the generator accepts. */
export const handOver = (prompt: SavedPrompt, content = prompt.content) => ({
  savedPrompt: {
    id: prompt.id,
    content,
    categoryId: prompt.categoryId,
    styleTemplateId: prompt.styleTemplateId,
    outcomeTemplateId: prompt.outcomeTemplateId,
    topicId: prompt.topicId,
    topicName: topicOf(prompt),
  },
});
