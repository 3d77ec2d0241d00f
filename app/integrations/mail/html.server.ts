/** Excludes punctuation at the end of a sentence. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,:;!?)]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

const STYLE = {
  body: 'margin:0;padding:24px;background:#f6f6f4;color:#1d1d1b;font:16px/1.5 system-ui,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px',
  brand: 'margin:0 0 16px;font-weight:600',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
} as const;

/** HTML version of a plain-text mail, with clickable links and the operator's name and logo. */
export function renderHtml(
  text: string,
  { name, logoUrl }: { name: string; logoUrl: string | undefined },
): string {
  const logo = logoUrl === undefined ? '' : `<img src="${escape(logoUrl)}" alt="" height="32"> `;
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((each) => `<p style="${STYLE.paragraph}">${linkify(each).replaceAll('\n', '<br>')}</p>`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>',
    `<body style="${STYLE.body}"><div style="${STYLE.card}">`,
    `<p style="${STYLE.brand}">${logo}${escape(name)}</p>`,
    ...paragraphs,
    '</div></body></html>',
  ].join('\n');
}

function linkify(text: string): string {
  let html = '';
  let endedAt = 0;
  for (const { 0: link, index } of text.matchAll(LINK)) {
    html += `${escape(text.slice(endedAt, index))}<a href="${escape(link)}">${escape(link)}</a>`;
    endedAt = index + link.length;
  }
  return html + escape(text.slice(endedAt));
}
