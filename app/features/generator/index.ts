export { GeneratorPage } from './components/generator-page';
export { takePastedPrompt } from './paste';
