import { Button } from './button';
import { ButtonLink } from './button-link';

type Props = {
  page: number;
  pageSize: number;
  total: number;
  /** What is counted, in the plural: "entries". */
  noun: string;
} & (
  { hrefFor: (page: number) => string; onPage?: never } | { onPage: (page: number) => void; hrefFor?: never }
);

/** Pages are counted from 1. Links where each page has an address, else buttons. */
export function Pager({ page, pageSize, total, noun, hrefFor, onPage }: Props) {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  const turn = (target: number, words: string) => {
    if (target < 1 || target > pageCount) return <Button disabled>{words}</Button>;
    if (hrefFor) return <ButtonLink to={hrefFor(target)}>{words}</ButtonLink>;
    return <Button onClick={() => onPage(target)}>{words}</Button>;
  };
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4 py-3">
      <p className="num text-s text-ink-2">
        {first.toLocaleString('en-US')}–{last.toLocaleString('en-US')} of {total.toLocaleString('en-US')}{' '}
        {noun}
      </p>
      <div className="flex gap-2">
        {turn(page - 1, 'Previous')}
        {turn(page + 1, 'Next')}
      </div>
    </nav>
  );
}
