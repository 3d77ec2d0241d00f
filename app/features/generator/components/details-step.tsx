import { useEffect, useMemo, useState } from 'react';
import { Button } from '~/ui/button';
import { Combobox } from '~/ui/form/combobox';
import type { Topic } from '../content/responses';
import { fetchSubtopics, suggestSubtopics } from '../content/fetch-content';
import type { Generator } from '../use-generator';

const NO_SUGGESTIONS = () => Promise.resolve([]);
const MAX_OFFERED = 5;

/** Free-text details, with subtopics of a known topic as suggestions. */
export function DetailsStep({ generator: { state, dispatch } }: { generator: Generator }) {
  const { topicId, details } = state;
  const subtopics = useSubtopics(topicId);
  const suggest = useMemo(() => (topicId === null ? NO_SUGGESTIONS : suggestSubtopics(topicId)), [topicId]);
  const choose = (subtopicId: number, name: string) =>
    dispatch({ type: 'subtopic-chosen', subtopicId, details: name });
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        label="Details"
        aside="optional"
        placeholder="Which part, for whom, in which case?"
        value={details}
        suggest={suggest}
        onValueChange={(text) => dispatch({ type: 'details-typed', details: text })}
        onChoose={({ id, label }) => choose(Number(id), label)}
      />
      {details === '' && subtopics.length > 0 ? (
        <ul aria-label="Subtopics" className="flex flex-wrap gap-1.5">
          {subtopics.slice(0, MAX_OFFERED).map(({ id, name }) => (
            <li key={id} className="max-w-full">
              <Button size="s" className="max-w-full" onClick={() => choose(id, name)}>
                <span className="truncate">{name}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Subtopics of a topic; empty while loading or on failure, because the field works without them. */
function useSubtopics(topicId: number | null): readonly Topic[] {
  const [found, setFound] = useState<{ of: number; topics: readonly Topic[] }>();
  useEffect(() => {
    if (topicId === null) return;
    const controller = new AbortController();
    fetchSubtopics(topicId, controller.signal)
      .then((topics) => setFound({ of: topicId, topics }))
      .catch(() => undefined);
    return () => controller.abort();
  }, [topicId]);
  return found?.of === topicId ? found.topics : [];
}
