import { Badge } from '~/ui/badge';
import { ButtonLink } from '~/ui/button-link';
import { listPackages } from './plans';

/** What one pays and what one gets, with a button each. */
export function TokenPacks({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <ul className="num flex flex-col">
      {listPackages().map(({ id, paysUsd, getsUsd, bonus }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 first:border-t"
        >
          <span className="w-14 text-xl font-semibold tracking-[-0.02em]">${paysUsd}</span>
          <span className="text-ink-2">gives ${getsUsd} in tokens</span>
          {bonus === null ? null : <Badge tone="good">{bonus}</Badge>}
          <span className="ml-auto">
            {isSignedIn ? (
              <ButtonLink to={`/top-up?package=${id}`}>Buy for ${paysUsd}</ButtonLink>
            ) : (
              <ButtonLink to={`/register?returnTo=${encodeURIComponent(`/top-up?package=${id}`)}`}>
                Sign up and buy ${paysUsd}
              </ButtonLink>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
