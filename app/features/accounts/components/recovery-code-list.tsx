import { Printer } from 'lucide-react';
import { Link } from '@remix-run/react';
import { Button } from '~/ui/button';
import { buttonClasses } from '~/ui/button-variant';
import { CopyButton } from '~/ui/copy-button';

/** New recovery codes, to copy, print or write down. */
export function RecoveryCodeList({ codes, email }: { codes: readonly string[]; email: string }) {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-s">
        Recovery codes of <strong className="font-medium wrap-anywhere">{email}</strong>
      </p>
      <ol className="grid max-w-120 grid-cols-1 gap-x-8 gap-y-2 rounded-2 border border-line bg-sunken px-4 py-3 font-mono text-m sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton
          text={codes.join('\n')}
          label="Copy codes"
          done="Recovery codes copied"
          variant="secondary"
          size="m"
        />
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
        <Link to="/account#security" className={buttonClasses('primary', 'm')}>
          I’ve saved them
        </Link>
      </div>
    </div>
  );
}
