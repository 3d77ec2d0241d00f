import { z } from '~/core/shared/zod';

export const faqSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    questions: z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() })),
  }),
);
export type FaqCategory = z.output<typeof faqSchema>[number];

export const LEGAL_TYPES = ['terms', 'privacy', 'disclaimer'] as const;
export type LegalType = (typeof LEGAL_TYPES)[number];

export const isLegalType = (key: string): key is LegalType => LEGAL_TYPES.some((type) => type === key);

export const LEGAL_TITLES: Readonly<Record<LegalType, string>> = {
  terms: 'Terms & Conditions',
  privacy: 'Privacy Policy',
  disclaimer: 'Disclaimer',
};

/** Text between `//` is bold. */
export const sectionsSchema = z.object({
  sections: z.array(
    z.object({ id: z.string(), title: z.string(), content: z.string(), displayOrder: z.number().int() }),
  ),
});
export type LegalSections = z.output<typeof sectionsSchema>;

const listed = z.object({ id: z.string(), slug: z.string(), title: z.string() });

export const docListSchema = z.object({ items: z.array(listed) });
export type DocList = z.output<typeof docListSchema>;

/** A Learn document in Markdown. */
export const docSchema = listed.extend({
  content: z.string(),
  type: z.literal('AppInfo'),
  isPublished: z.boolean(),
});
export type Doc = z.output<typeof docSchema>;

export const docListQuerySchema = z.object({
  type: z.literal('AppInfo', 'The only document type is AppInfo.').default('AppInfo'),
});

/** FAQ, legal texts and Learn documents. */
export const DOC_TYPES = ['faq', ...LEGAL_TYPES, 'AppInfo'] as const;
export type DocType = (typeof DOC_TYPES)[number];

export const docParams = z.object({ key: z.string().max(100) });
export const legalParams = z.object({ legal: z.string().max(100) });
export const learnParams = z.object({ slug: z.string().max(100) });

/** Maximum number of search results. */
export const MAX_HITS = 20;

export const MAX_SEARCH_CHARACTERS = 200;

export const searchQuerySchema = z.object({
  q: z
    .string()
    .trim()
    .max(MAX_SEARCH_CHARACTERS)
    .optional()
    .transform((words) => (words === '' ? undefined : words)),
});

/** A search result. */
export interface SearchHit {
  title: string;
  /** The section of the documentation. */
  where: string;
  to: string;
  /** Text around the first match, as [before, match, after]. */
  excerpt: readonly [string, string, string];
}
