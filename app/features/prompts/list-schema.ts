import { pageInAddress, pageNumber } from '~/core/shared/page-number';
import { z } from '~/core/shared/zod';
import { savedPromptSchema } from './answers';

export const PAGE_SIZE = 12;

/** `popular`: by likes in the community, by uses among the user's own. `used`: last used first, own prompts only. */
const PROMPT_SORTS = ['recent', 'popular', 'oldest', 'used'] as const;
export type PromptSort = (typeof PROMPT_SORTS)[number];

const search = z.string().trim().max(200);
const folder = z.string().trim().min(1).max(60).optional();
const tag = z.string().trim().min(1).max(50).optional();

const common = {
  page: pageNumber,
  pageSize: z.coerce.number().int().min(1).max(100).default(PAGE_SIZE),
  search: search.default(''),
  sortBy: z.enum(PROMPT_SORTS).default('recent'),
};

export const communityQuerySchema = z.object(common);
export type CommunityQuery = z.output<typeof communityQuerySchema>;

export const ownPromptsQuerySchema = z.object({ ...common, folder, tag });
export type OwnPromptsQuery = z.output<typeof ownPromptsQuerySchema>;

export const findByNameSchema = z.object({
  q: search.default('').meta({ description: 'Words of the title, also their beginnings.' }),
});
export type FindByName = z.output<typeof findByNameSchema>;

export const promptListSchema = z.object({
  prompts: z.array(savedPromptSchema),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  totalPages: z.number(),
});
export type PromptList = z.output<typeof promptListSchema>;

const TABS = ['mine', 'team', 'community'] as const;
export type Tab = (typeof TABS)[number];

/** The query of /saved-prompts; invalid parts count as absent. */
export const libraryQuerySchema = z.object({
  tab: z.enum(TABS).catch('mine'),
  search: search.catch(''),
  sort: z.enum(PROMPT_SORTS).catch('recent'),
  page: pageInAddress,
  folder: folder.catch(undefined),
  tag: tag.catch(undefined),
});
export type LibraryQuery = z.output<typeof libraryQuerySchema>;
