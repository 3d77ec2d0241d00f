import { z } from '~/core/shared/zod';

const id = z.coerce.number({ error: 'must be a number' }).int().positive();
const searched = z.string().trim().max(200).default('');

export const ofCategorySchema = z.object({ categoryId: id });
export const ofTopicSchema = z.object({ topicId: id });
export const searchTopicsSchema = z.object({ q: searched });
export const searchSubtopicsSchema = z.object({ topicId: id, q: searched });
