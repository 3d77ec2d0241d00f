/** How often a test kills what it watches. `npm run soak:kills` asks for many more than `npm test` has time for. */
export const KILLS = Number(process.env.KILLS ?? 2);
