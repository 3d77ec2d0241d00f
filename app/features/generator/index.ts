export { GeneratorPage } from './components/generator-page';
export { GeneratorSteps } from './components/generator-steps';
export { PausedNotice } from './components/paused-notice';
export { buildPrompt } from './engine/generator-state';
export { discardDraft } from './generator-draft';
export { describePrompt } from './record';
export { useGenerator, type Generator } from './use-generator';
export { takePastedPrompt } from '~/core/browser/pasted-prompt';
