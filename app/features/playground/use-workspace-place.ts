import { useEffect, useState } from 'react';
import { personalKey } from '~/core/browser/browser-storage';
import { keepPlace } from '~/core/browser/tab-place';
import { keptPlaces } from './workspace-storage';

/** Where this tab keeps its draft and the files of its next request; undefined until it has found that. */
export function useWorkspacePlace(userId: string): string | undefined {
  const [place, setPlace] = useState<string>();
  useEffect(() => {
    let isHere = true;
    void keepPlace(personalKey(userId, 'ai-place'), () => keptPlaces(userId)).then((id) => {
      if (isHere) setPlace(id);
    });
    return () => {
      isHere = false;
    };
  }, [userId]);
  return place;
}
