import { Parser } from 'saxen';

/** An element's attributes by their names without prefix. */
export type Attributes = (name: string) => string | undefined;

export interface XmlReader {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Streams the elements of an Office document's part. Names keep the prefix that Office writes (`w:p`), whatever the file
 * calls the namespace. @throws Error if the XML is broken.
 */
export function readXml(xml: string, reader: XmlReader): void {
  const parser = new Parser();
  parser.on('openTag', (name, attributes, decode) => {
    reader.open(name, (wanted) => {
      const all = attributes();
      const key = wanted in all ? wanted : Object.keys(all).find((each) => each.endsWith(`:${wanted}`));
      const value = key === undefined ? undefined : all[key];
      return value === undefined ? undefined : decode(value);
    });
  });
  parser.on('closeTag', (name) => reader.close?.(name));
  parser.on('text', (text, decode) => reader.text?.(decode(text)));
  parser.on('cdata', (text) => reader.text?.(text));
  parser.on('error', (error) => {
    throw error;
  });
  parser.parse(xml);
}

/** A switch such as `<w:b/>`: on unless it says otherwise. */
export const isOn = (attributes: Attributes): boolean =>
  !['0', 'false', 'off', 'none'].includes(attributes('val') ?? '');
