import { useCallback } from 'react';
import type { Outgoing } from './reply';

export type PrepareSend = (outgoing: Outgoing) => Promise<Outgoing | undefined>;

/**
 * What happens between Send and the request: it may be changed, or asked about in a dialog first. Undefined: it does not
 * leave the page, and the prompt stays where it is.
 */
export function usePrepareSend(): { prepareSend: PrepareSend } {
  const prepareSend = useCallback<PrepareSend>((outgoing) => Promise.resolve(outgoing), []);
  return { prepareSend };
}
