import type { Actor } from '../../app/core/server/session.server';
import { listCommunityPrompts, listOwnPrompts } from '../../app/features/prompts/list-prompts.server';
import { communityQuerySchema, ownPromptsQuerySchema } from '../../app/features/prompts/list-schema';
import { savePrompt } from '../../app/features/prompts/save-prompt.server';
import { savePromptSchema, updatePromptSchema } from '../../app/features/prompts/schema';
import { updatePrompt } from '../../app/features/prompts/update-prompt.server';
import type { TestServices } from './services';

const SOUP = { title: 'Soup', content: 'Cook a soup.' };

/** Actions on saved prompts, all of them about soup unless stated otherwise. */
export const savedPrompts = (services: () => TestServices) => ({
  author: async () => (await services().signUp({ roles: ['teamuser'] })).actor,
  save: (actor: Actor, more: object = {}) =>
    savePrompt(services(), actor, savePromptSchema.parse({ ...SOUP, ...more })),
  update: (actor: Actor, id: string, more: object) =>
    updatePrompt(services(), actor, { id, ...updatePromptSchema.parse({ ...SOUP, ...more }) }),
  /** The titles of the actor's own prompts. */
  own: async (actor: Actor, query: object = {}) =>
    (await listOwnPrompts(services(), actor, ownPromptsQuerySchema.parse(query))).prompts.map(
      ({ title }) => title,
    ),
  /** The titles of those that are published. */
  community: async (actor: Actor, query: object = {}) =>
    (await listCommunityPrompts(services(), actor, communityQuerySchema.parse(query))).prompts.map(
      ({ title }) => title,
    ),
});
