/** The top-up packages. The browser sends a package id; price and credit are looked up here, on the server. */
export const TOP_UP_PACKAGES = [
  { id: 'p5', amountCents: 500, bonusCents: 0 },
  { id: 'p25', amountCents: 2500, bonusCents: 500 },
  { id: 'p50', amountCents: 5000, bonusCents: 1500 },
] as const;

export type TopUpPackage = (typeof TOP_UP_PACKAGES)[number];
export type PackageId = TopUpPackage['id'];

export const CURRENCY = 'usd';

export const findPackage = (id: string): TopUpPackage | undefined =>
  TOP_UP_PACKAGES.find((each) => each.id === id);
