export { forecastSchema, sampleForecasts } from './forecasts';
export { authenticationPath, identityPath } from './legacy-paths';
export { readModelPrices } from './read-model-prices.server';
export { isAppName, signInSettings } from './sign-in-settings';
