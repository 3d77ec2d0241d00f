import { useNavigate } from '@remix-run/react';
import { useRef, useState } from 'react';
import { newKey } from '~/core/browser/new-key';
import { copyText } from '~/ui/copy-text';
import { showToast } from '~/ui/overlay/toast';
import type { PromptWithoutText, SavedPrompt } from '~/features/prompts/index.server';
import { parseVariables } from '~/features/prompts';
import { handOver } from './card-text';
import { fetchPrompt, sendCopy, sendEdit, sendFlag, sendLike, sendSharing } from './prompt-calls';
import type { CardAction } from './prompt-card';
import { announceKept } from './announce-kept';

type DialogForWhole = 'edit' | 'versions' | 'use';
/** The open dialog and its prompt. */
export type Open =
  | { kind: DialogForWhole; prompt: SavedPrompt }
  | { kind: 'delete' | 'publish' | 'report' | 'appeal'; prompt: PromptWithoutText };

const FAILED_OPENING = 'Failed to load prompt. Please try again.';
const FAILED_UPDATE = 'Failed to update prompt. Please try again.';
const FAILED_PRIVACY = 'Failed to update prompt privacy. Please try again.';

/** Handles a card's buttons: an API call, or a dialog for the whole prompt. */
export function useCardActions(revalidate: () => void) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<{ id: string; action: CardAction } | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  // A retry after a lost response uses the same key.
  const copyKeys = useRef(new Map<string, string>());

  /** A card has only the beginning of the text. */
  async function openWhole(kind: DialogForWhole, { id }: PromptWithoutText) {
    const found = await fetchPrompt(id);
    if (found.ok) setOpen({ kind, prompt: found.answer });
    else showToast('error', found.message || FAILED_OPENING);
  }

  async function use({ id }: PromptWithoutText) {
    const found = await fetchPrompt(id);
    if (!found.ok) showToast('error', found.message || FAILED_OPENING);
    else if (parseVariables(found.answer.content).variables.length > 0)
      setOpen({ kind: 'use', prompt: found.answer });
    else navigate('/prompt-generator', { state: handOver(found.answer) });
  }

  async function like({ id }: PromptWithoutText) {
    const liked = await sendLike(id);
    if (liked.ok) showToast('success', liked.answer.message);
    else showToast('error', 'Failed to like prompt. Please try again.');
  }

  async function copy({ id }: PromptWithoutText) {
    const found = await fetchPrompt(id);
    const edition = `${id} ${String(found.ok ? found.answer.version : 0)}`;
    const key = copyKeys.current.get(edition) ?? newKey();
    copyKeys.current.set(edition, key);
    const result = found.ok ? await sendCopy(found.answer, key) : found;
    if (result.ok) copyKeys.current.delete(edition);
    if (result.ok) showToast('success', 'Saved to My Prompts');
    else if (result.status === 401) showToast('warning', 'Please log in to save prompts');
    else if (result.code === 'free_saved_limit')
      showToast('warning', result.message || 'Free plan limit reached: up to 12 saved prompts.');
    else if (result.code === 'own_prompt' || result.code === 'too_many_prompts')
      showToast('warning', result.message);
    else showToast('error', 'Failed to save prompt. Please try again.');
  }

  async function setPrivacy({ id }: PromptWithoutText, isPublic: boolean) {
    const found = await fetchPrompt(id);
    const result = found.ok ? await sendEdit(found.answer, { isPublic }) : found;
    if (result.ok) announceKept(result.answer, isPublic ? 'Prompt is now public' : 'Prompt is now private');
    else if (result.code === 'prompt_not_approved')
      showToast('warning', result.message, { durationMs: 8000 });
    else showToast('error', FAILED_PRIVACY);
  }

  async function flag({ id }: PromptWithoutText) {
    const flagged = await sendFlag(id);
    if (flagged.ok) showToast('success', 'Prompt flagged. It’s hidden until you approve it.');
    else if (flagged.code === 'already_hidden') showToast('warning', flagged.message);
    else showToast('error', flagged.message || FAILED_UPDATE);
  }

  async function share({ id }: PromptWithoutText) {
    await copyText(`${location.origin}/saved-prompts/${id}`, 'Link copied');
  }

  async function shareWithTeam({ id }: PromptWithoutText, isShared: boolean) {
    const shared = await sendSharing(id, isShared);
    if (shared.ok)
      showToast('success', isShared ? 'Shared with your team' : 'No longer shared with your team');
    else showToast('error', shared.message || FAILED_UPDATE);
  }

  const work: Readonly<Record<CardAction, (prompt: PromptWithoutText) => void | Promise<void>>> = {
    use,
    like,
    copy,
    share,
    flag,
    shareTeam: (prompt) => shareWithTeam(prompt, true),
    unshareTeam: (prompt) => shareWithTeam(prompt, false),
    publish: (prompt) => setOpen({ kind: 'publish', prompt }),
    unpublish: (prompt) => setPrivacy(prompt, false),
    edit: (prompt) => openWhole('edit', prompt),
    versions: (prompt) => openWhole('versions', prompt),
    delete: (prompt) => setOpen({ kind: 'delete', prompt }),
    report: (prompt) => setOpen({ kind: 'report', prompt }),
    appeal: (prompt) => setOpen({ kind: 'appeal', prompt }),
  };
  const changes: readonly CardAction[] = ['like', 'copy', 'unpublish', 'flag', 'shareTeam', 'unshareTeam'];

  async function run(action: CardAction, prompt: PromptWithoutText): Promise<void> {
    if (busy) return;
    setBusy({ id: prompt.id, action });
    try {
      await work[action](prompt);
    } catch {
      showToast('error', FAILED_UPDATE);
    }
    setBusy(null);
    if (changes.includes(action)) revalidate();
  }

  return {
    busy,
    open,
    run: (action: CardAction, prompt: PromptWithoutText) => void run(action, prompt),
    close: () => setOpen(null),
    /** Called when a dialog changed something or asks to publish. */
    done: (next?: { publish: PromptWithoutText }) => {
      setOpen(null);
      if (next) void setPrivacy(next.publish, true).then(revalidate);
      else revalidate();
    },
  };
}
