/** Languages that stand for a script, by which a page in it can be told. Latin is first: most texts are in it. */
const SCRIPTS: readonly { readonly tried: string; readonly langs: readonly string[] }[] = [
  { tried: 'eng', langs: ['eng', 'spa', 'fra', 'deu', 'por', 'ita'] },
  { tried: 'ara', langs: ['ara'] },
  { tried: 'hin', langs: ['hin'] },
  { tried: 'jpn', langs: ['jpn'] },
  { tried: 'chi_sim', langs: ['chi_sim'] },
];

/** A language for each script that none of these languages is written in. */
export const otherScripts = (langs: readonly string[]): string[] =>
  SCRIPTS.filter((script) => !script.langs.some((lang) => langs.includes(lang))).map(({ tried }) => tried);
