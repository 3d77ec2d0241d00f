import { readXml } from '../docx/xml.js';

/** How a style shows text; undefined where it doesn't say. */
interface TextFormat {
  isBold?: boolean;
  isItalic?: boolean;
}

interface Style extends TextFormat {
  readonly parent: string | undefined;
}

const MAX_ANCESTORS = 12;
const BOLD: ReadonlySet<string> = new Set(['bold', '600', '700', '800', '900']);

/** Which styles of characters are bold or italic, by name. */
export function readTextFormats(parts: readonly string[]) {
  const styles = new Map<string, Style>();
  let style: Style | null = null;
  for (const xml of parts.filter((part) => part !== ''))
    readXml(xml, {
      open(name, attributes) {
        if (name === 'style:style') {
          style = null;
          if (attributes('style:family') !== 'text') return;
          const added: Style = { parent: attributes('style:parent-style-name') };
          styles.set(attributes('style:name') ?? '', added);
          style = added;
        } else if (name === 'style:text-properties' && style !== null) {
          const [weight, slant] = [attributes('fo:font-weight'), attributes('fo:font-style')];
          if (weight !== undefined) style.isBold = BOLD.has(weight);
          if (slant !== undefined) style.isItalic = slant !== 'normal';
        }
      },
    });
  return (name: string | undefined): Required<TextFormat> => {
    const found: TextFormat = {};
    let next = name;
    for (let depth = 0; next !== undefined && depth < MAX_ANCESTORS; depth += 1) {
      const { isBold, isItalic, parent } = styles.get(next) ?? {};
      if (isBold !== undefined) found.isBold ??= isBold;
      if (isItalic !== undefined) found.isItalic ??= isItalic;
      next = parent;
    }
    return { isBold: found.isBold ?? false, isItalic: found.isItalic ?? false };
  };
}
