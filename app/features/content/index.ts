export { CategoriesPage } from './categories-page';
export { CategoryPage } from './category-page';
export { TopicsPage } from './topics-page';
