export { readPlayground } from './read-playground.server';
