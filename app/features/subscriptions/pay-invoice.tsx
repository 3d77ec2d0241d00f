import { useRevalidator } from '@remix-run/react';
import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { ButtonLink } from '~/ui/button-link';

/** Links to Stripe's page of an open invoice; updates the plan when the user returns. */
export function PayInvoice({ url }: { url: string }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    window.addEventListener('focus', revalidate);
    return () => window.removeEventListener('focus', revalidate);
  }, [revalidate]);
  return (
    <ButtonLink to={url} target="_blank" rel="noreferrer" variant="primary">
      Pay on Stripe
      <ExternalLink aria-hidden="true" className="size-4" />
    </ButtonLink>
  );
}
