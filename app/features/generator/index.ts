export { CategoriesPage } from './admin/categories-page';
export { CategoryPage } from './admin/category-page';
export { TopicsPage } from './admin/topics-page';
export { GeneratorPage } from './components/generator-page';
export { takePastedPrompt } from './paste';
