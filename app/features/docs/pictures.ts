/** Pictures come from this site alone: the browser loads no others, and they would tell their owner who reads here. */
export const isOwnPicture = (address: string): boolean => /^\/(?!\/)/.test(address);

const CODE = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1|$(?![\s\S]))|`[^`\n]*`/gm;
const INLINE = /!\[[^\]]*\]\(\s*<?([^\s)>]*)/g;
const REFERENCE = /!\[([^\]]*)\](?:\[([^\]]*)\])?(?![([])/g;
const DEFINITION = /^ {0,3}\[([^\]]+)\]:\s*<?([^\s>]+)/gm;

/** The addresses of the pictures in a Markdown text that are not this site's own. */
export function otherPictures(markdown: string): string[] {
  const text = markdown.replace(CODE, '');
  const inline = [...text.matchAll(INLINE)].map(([, address = '']) => address);
  const addresses = new Map(
    [...text.matchAll(DEFINITION)].map(([, label = '', address = '']) => [label.toLowerCase(), address]),
  );
  const referred = [...text.matchAll(REFERENCE)].flatMap(([, alt = '', label = '']) => {
    const address = addresses.get((label === '' ? alt : label).toLowerCase());
    return address === undefined ? [] : [address];
  });
  return [...inline, ...referred].filter((address) => !isOwnPicture(address));
}
