import {
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileJson,
  FileSpreadsheet,
  FileText,
  Mail,
  Presentation,
  type LucideIcon,
} from 'lucide-react';

const BY_ENDING: Readonly<Record<string, LucideIcon>> = {
  ...every('pdf doc docx docm dotx odt rtf txt md log epub', FileText),
  ...every('csv tsv xls xlsx ods', FileSpreadsheet),
  ...every('ppt pptx ppsx odp', Presentation),
  ...every('eml msg', Mail),
  ...every('json jsonl', FileJson),
  ...every('baiql js ts py html css xml yml yaml sql', FileCode),
  ...every('png jpg jpeg gif webp heic avif svg bmp tif tiff', FileImage),
  ...every('mp3 m4a wav webm ogg oga opus flac', FileAudio),
  ...every('zip gz tar', FileArchive),
};

function every(endings: string, icon: LucideIcon): Record<string, LucideIcon> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, icon]));
}

/** Icon for a file, by extension. Hidden from screen readers, because the name is next to it. */
export function FileIcon({ name, size = 16 }: { name: string; size?: 16 | 20 }) {
  const Icon = BY_ENDING[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? File;
  return <Icon aria-hidden="true" size={size} className="shrink-0 text-ink-3" />;
}
