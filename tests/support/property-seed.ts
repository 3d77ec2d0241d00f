import fc from 'fast-check';

/**
 * `npm test` must say the same of the same code, so its random inputs come from one seed. `npm run soak:properties`
 * sets another one each time, and prints it.
 */
const DEFAULT_SEED = 20261120;

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? DEFAULT_SEED) });
