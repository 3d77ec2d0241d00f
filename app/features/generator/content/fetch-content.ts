import { z } from '~/core/browser/browser-zod';
import { callApi } from '~/core/browser/call-api';
import { showToast } from '~/ui/overlay/toast';
import type { Suggest } from '~/ui/form/use-suggestions';
import {
  purposeSchema,
  templateSchema,
  topicSchema,
  type Purpose,
  type Template,
  type Topic,
} from './responses';

export interface CategoryTemplates {
  categoryId: number;
  styles: readonly Template[];
  outcomes: readonly Template[];
}

/** Templates change rarely, so they are cached. */
const known = new Map<number, CategoryTemplates>();

/** The templates of a category. If some fail to load, they are empty and a toast is shown. */
export async function fetchTemplates(categoryId: number): Promise<CategoryTemplates> {
  const before = known.get(categoryId);
  if (before) return before;
  const [styles, outcomes] = await Promise.allSettled([
    ask(`/api/promptgenerator/style-templates?categoryId=${String(categoryId)}`, templateSchema),
    ask(`/api/promptgenerator/outcome-templates?categoryId=${String(categoryId)}`, templateSchema),
  ]);
  if (styles.status === 'rejected') showToast('error', 'Failed to load style templates. Please try again.');
  if (outcomes.status === 'rejected')
    showToast('error', 'Failed to load outcome templates. Please try again.');
  const templates = {
    categoryId,
    styles: styles.status === 'fulfilled' ? styles.value : [],
    outcomes: outcomes.status === 'fulfilled' ? outcomes.value : [],
  };
  if (styles.status === 'fulfilled' && outcomes.status === 'fulfilled') known.set(categoryId, templates);
  return templates;
}

export const fetchPurposes = (): Promise<Purpose[]> => ask('/api/purpose/help', purposeSchema);

export const fetchSubtopics = (topicId: number, signal: AbortSignal): Promise<Topic[]> =>
  ask(`/api/promptgenerator/subtopics?topicId=${String(topicId)}`, topicSchema, signal);

export const suggestTopics: Suggest = async (text, signal) =>
  (await ask(`/api/topics/search?${new URLSearchParams({ q: text }).toString()}`, topicSchema, signal)).map(
    suggestion,
  );

export const suggestSubtopics =
  (topicId: number): Suggest =>
  async (text, signal) => {
    const query = new URLSearchParams({ topicId: String(topicId), q: text });
    const found = await ask(`/api/promptgenerator/search-subtopics?${query.toString()}`, topicSchema, signal);
    return found.map(suggestion);
  };

const suggestion = ({ id, name }: Topic) => ({ id: String(id), label: name });

const ask = <Item extends z.ZodMiniType>(address: string, item: Item, signal?: AbortSignal) =>
  callApi(address, z.array(item), signal && { signal });
