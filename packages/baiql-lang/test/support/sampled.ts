/** The names of many cases: `npm test` runs every eighth of them, and the soak all others. */
export const sampled = <Case extends { readonly title: string }>(
  cases: readonly Case[],
): (readonly [name: string, each: Case])[] =>
  cases.map((each, index) => [index % 8 === 0 ? each.title : `${each.title} @soak`, each] as const);
