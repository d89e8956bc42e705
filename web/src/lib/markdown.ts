// The little Markdown the rules are written in, as a tree. Nothing of it is ever put into the page as HTML:
// a component draws each node, so a text can't bring anything but text.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; inside: Inline[] }
  | { kind: 'em'; inside: Inline[] }
  | { kind: 'link'; href: string; inside: Inline[] };

export type Block =
  | { kind: 'heading'; level: number; inside: Inline[]; text: string; id: string }
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'quote'; inside: Inline[] }
  | { kind: 'code'; text: string };

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^\s{0,3}(?:([-*+])|\d{1,3}[.)])\s+(.*)$/;
const RULE = /^\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?$/;
const FENCE = /^\s{0,3}```/;

export function parse(text: string): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = HEADING.exec(line);
    if (!line.trim()) at++;
    else if (FENCE.test(line) || /^ {4}\S/.test(line)) at = code(lines, at, blocks);
    else if (heading) {
      blocks.push(headingOf(heading[1]!.length, heading[2]!, blocks));
      at++;
    } else if (line.includes('|') && RULE.test(lines[at + 1]?.trim() ?? '')) at = table(lines, at, blocks);
    else if (ITEM.test(line)) at = list(lines, at, blocks);
    else at = paragraph(lines, at, blocks);
  }
  return blocks;
}

function headingOf(level: number, text: string, before: Block[]): Block {
  const plain = plainText(inline(text));
  const base = plain.toLowerCase().normalize('NFD').replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'part';
  const taken = before.filter((block) => block.kind === 'heading' && block.id.startsWith(base)).length;
  return { kind: 'heading', level, inside: inline(text), text: plain, id: taken ? `${base}-${taken}` : base };
}

function code(lines: string[], at: number, blocks: Block[]): number {
  const fenced = FENCE.test(lines[at]!);
  const found: string[] = [];
  if (fenced) at++;
  for (; at < lines.length; at++) {
    const line = lines[at]!;
    if (fenced ? FENCE.test(line) : !/^ {4}/.test(line) && line.trim()) break;
    found.push(fenced ? line : line.slice(4));
  }
  blocks.push({ kind: 'code', text: found.join('\n').trimEnd() });
  return fenced ? at + 1 : at;
}

function table(lines: string[], at: number, blocks: Block[]): number {
  const head = cells(lines[at]!);
  const rows: Inline[][][] = [];
  for (at += 2; at < lines.length && lines[at]!.includes('|'); at++) {
    const row = cells(lines[at]!);
    rows.push(head.map((_, column) => row[column] ?? []));
  }
  blocks.push({ kind: 'table', head, rows });
  return at;
}

function cells(line: string): Inline[][] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  // A bar inside code or after a backslash is no border.
  const parts = inner.match(/(?:\\.|`[^`]*`|[^|\\`]|`)+|(?<=\||^)(?=\||$)/g) ?? [];
  return parts.map((cell) => inline(cell.trim()));
}

function list(lines: string[], at: number, blocks: Block[]): number {
  const items: string[] = [];
  const ordered = !ITEM.exec(lines[at]!)![1];
  for (; at < lines.length; at++) {
    const line = lines[at]!;
    const item = ITEM.exec(line);
    if (item && !item[1] === ordered) items.push(item[2]!);
    else if (/^\s+\S/.test(line) && items.length) items[items.length - 1] += ` ${line.trim()}`;
    else break;
  }
  blocks.push({ kind: 'list', ordered, items: items.map(inline) });
  return at;
}

function paragraph(lines: string[], at: number, blocks: Block[]): number {
  const quoted = lines[at]!.startsWith('>');
  const found: string[] = [];
  for (; at < lines.length; at++) {
    const line = lines[at]!;
    if (!line.trim() || HEADING.test(line) || FENCE.test(line)) break;
    if (found.length && (ITEM.test(line) || line.startsWith('>') !== quoted)) break;
    found.push(quoted ? line.replace(/^>\s?/, '') : line.trim());
  }
  blocks.push({ kind: quoted ? 'quote' : 'paragraph', inside: inline(found.join(' ')) });
  return at;
}

// Code first: nothing inside it means anything. Then links, strong, emphasis.
const INLINE =
  /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*(?!\*)|(?<![\w*])[*_](?![\s*_])(.+?)(?<![\s*_])[*_](?![\w*])|\\([\\`*_[\]|#-])/g;

export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  const say = (plain: string) => {
    const last = found.at(-1);
    if (last?.kind === 'text') last.text += plain;
    else if (plain) found.push({ kind: 'text', text: plain });
  };
  for (const match of text.matchAll(INLINE)) {
    say(text.slice(at, match.index));
    const [whole, codeText, linkText, href, strong, em, escaped] = match;
    if (codeText !== undefined) found.push({ kind: 'code', text: codeText });
    else if (linkText !== undefined) found.push(linkOf(linkText, href!));
    else if (strong !== undefined) found.push({ kind: 'strong', inside: inline(strong) });
    else if (em !== undefined) found.push({ kind: 'em', inside: inline(em) });
    else say(escaped!);
    at = match.index + whole.length;
  }
  say(text.slice(at));
  return found;
}

/** Only addresses of the web and of this house are links; `javascript:` and the like stay words. */
function linkOf(text: string, href: string): Inline {
  const safe = /^(https?:\/\/|\/(?!\/)|#)/.test(href);
  return safe ? { kind: 'link', href, inside: inline(text) } : { kind: 'text', text };
}

export function plainText(nodes: Inline[]): string {
  return nodes.map((node) => ('inside' in node ? plainText(node.inside) : node.text)).join('');
}
