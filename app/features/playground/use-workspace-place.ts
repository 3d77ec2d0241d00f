import { useEffect, useState } from 'react';
import { personalKey } from '~/core/browser/browser-storage';
import { claimPlace, rememberPlace } from '~/core/browser/tab-place';
import { keptPlaces } from './workspace-storage';

/** As long as a tab is open it keeps its place, also while it shows another page. */
const claims = new Map<string, Promise<string>>();

/** Where this tab keeps its draft and the files of its next request; undefined until it has found that. */
export function useWorkspacePlace(userId: string): string | undefined {
  const [place, setPlace] = useState<string>();
  useEffect(() => {
    let isHere = true;
    const claim = claims.get(userId) ?? claimFor(userId);
    claims.set(userId, claim);
    void claim.then((id) => {
      if (isHere) setPlace(id);
    });
    return () => {
      isHere = false;
    };
  }, [userId]);
  return place;
}

async function claimFor(userId: string): Promise<string> {
  const ownKey = personalKey(userId, 'ai-place');
  const place = await claimPlace(ownKey, keptPlaces(userId));
  rememberPlace(ownKey, place);
  return place.id;
}
