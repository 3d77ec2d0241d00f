export { Playground } from './playground';
