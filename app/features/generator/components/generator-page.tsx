import { PageFrame } from '~/ui/page/page-frame';
import { useGenerator, type GeneratorProps } from '../use-generator';
import { GeneratorSteps } from './generator-steps';
import { PromptPanel } from './prompt-panel';

export function GeneratorPage(props: GeneratorProps) {
  const generator = useGenerator(props);
  return (
    <PageFrame
      title="Prompt Generator"
      lead="Answer a few questions, one step at a time, and get a prompt that says what a model needs to know."
    >
      <noscript>
        <p className="mb-4 text-s">This page needs JavaScript to build prompts.</p>
      </noscript>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(340px,5fr)_7fr]">
        <GeneratorSteps generator={generator} />
        <PromptPanel generator={generator} />
      </div>
    </PageFrame>
  );
}
