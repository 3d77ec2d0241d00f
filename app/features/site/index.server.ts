export { forecastSchema, sampleForecasts } from './forecasts';
export { authenticationPath, identityPath } from './legacy-paths';
export { readModelPrices } from './read-model-prices.server';
export { readSignInSettings } from './sign-in-settings.server';
