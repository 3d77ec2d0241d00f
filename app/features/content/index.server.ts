export { saveCategory, savePair, savePurpose } from './edit-category.server';
export { saveTopic } from './edit-topics.server';
export {
  categoryFormSchema,
  categoryParams,
  pairFormSchema,
  purposeFormSchema,
  topicFormSchema,
} from './forms';
export { readCategories, readCategory, readTopics } from './read-content.server';
