export { parsedState } from './parsed-state.js';
