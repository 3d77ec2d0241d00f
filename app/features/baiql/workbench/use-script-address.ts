import { useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { WorkbenchData } from '../index.server';
import type { OpenScript } from './use-script';

/** Keeps the URL and the open script in sync, both ways. */
export function useScriptAddress(
  { state: { scriptId }, open }: Pick<OpenScript, 'state' | 'open'>,
  { opened, lostId, example }: Pick<WorkbenchData, 'opened' | 'lostId' | 'example'>,
): void {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const inAddress = params.get('script');
  const current = useRef({ scriptId, inAddress, opened });
  const loaded = useRef(opened);

  // Once in the editor it is unsaved work, which a reload restores; opening it again would start another script.
  const hasExample = example !== null;
  useEffect(() => {
    if (hasExample) navigate('/baiql', { replace: true, preventScrollReset: true });
  }, [hasExample, navigate]);

  // The user navigated to another script, or back.
  useEffect(() => {
    if (loaded.current === opened) return;
    loaded.current = opened;
    if ((opened?.scriptId ?? null) !== current.current.scriptId) open(opened, lostId);
  }, [opened, lostId, open]);

  // A new script was saved, or another one started.
  useEffect(() => {
    current.current = { scriptId, inAddress, opened };
  });
  useEffect(() => {
    if (scriptId === current.current.inAddress) return;
    navigate(scriptId === null ? '/baiql' : `/baiql?script=${scriptId}`, {
      replace: scriptId !== null,
      preventScrollReset: true,
    });
  }, [scriptId, navigate]);
}
