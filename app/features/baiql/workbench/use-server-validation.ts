import { useEffect, useState } from 'react';
import { messageOf, NetworkError } from '~/core/browser/call-api';
import type { Validation } from '../index.server';
import { validateOnServer } from './script-api';
import type { EstimateState } from './use-estimate';
import type { ScriptValidation } from './use-validation';

/** The server's last estimate, from validation or a dry run. */
export function useServerValidation(checks: ScriptValidation, dryRun: EstimateState) {
  const [validation, setValidation] = useState<Validation | null>(null);
  const [isOutdated, setIsOutdated] = useState(false);
  const [isValidating, setIsValidating] = useState(false);

  const learn = (found: Validation) => {
    setValidation(found);
    setIsOutdated(false);
  };
  const dryRunFound = dryRun.kind === 'done' ? dryRun.validation : null;
  useEffect(() => {
    if (dryRunFound) learn(dryRunFound);
  }, [dryRunFound]);

  return {
    validation,
    /** The script has changed since. */
    isOutdated,
    isValidating,
    validate: async (text: () => string, onFailed: (reason: string) => void): Promise<void> => {
      setIsValidating(true);
      try {
        await checks.checkNow();
        learn(await validateOnServer(text()));
      } catch (error) {
        // If the server is unreachable, the local result stays.
        if (!(error instanceof NetworkError)) onFailed(messageOf(error));
      } finally {
        setIsValidating(false);
      }
    },
    onEdit: () => setIsOutdated(true),
    clear: () => setValidation(null),
  };
}
