/** Images must be from this site: the CSP blocks others, which would also reveal readers to their host. */
export const isInternalImage = (address: string): boolean => /^\/(?!\/)/.test(address);

const CODE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1|$(?![\s\S]))|`[^`\n]*`/gm;
const INLINE = /!\[[^\]]*\]\(\s*<?([^\s)>]*)/g;
const REFERENCE = /!\[([^\]]*)\](?:\[([^\]]*)\])?(?![([])/g;
const DEFINITION = /^ {0,3}\[([^\]]+)\]:\s*<?([^\s>]+)/gm;

/** URLs of external images in a Markdown text. */
export function externalImages(markdown: string): string[] {
  const text = markdown.replace(CODE, '');
  const inline = [...text.matchAll(INLINE)].map(([, address = '']) => address);
  const addresses = new Map(
    [...text.matchAll(DEFINITION)].map(([, label = '', address = '']) => [label.toLowerCase(), address]),
  );
  const referred = [...text.matchAll(REFERENCE)].flatMap(([, alt = '', label = '']) => {
    const address = addresses.get((label === '' ? alt : label).toLowerCase());
    return address === undefined ? [] : [address];
  });
  return [...inline, ...referred].filter((address) => !isInternalImage(address));
}
