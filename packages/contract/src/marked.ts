import MarkdownIt, { type Token } from 'markdown-it'

/** A part of a line in a marked text. */
export type MarkedPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly parts: readonly MarkedPart[] }
  | { readonly kind: 'link'; readonly to: string; readonly parts: readonly MarkedPart[] }

/** A block of a marked text, from top to bottom. */
export type MarkedBlock =
  | { readonly kind: 'heading'; readonly parts: readonly MarkedPart[] }
  | { readonly kind: 'paragraph'; readonly parts: readonly MarkedPart[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly MarkedBlock[])[] }

/** Only these marks are parsed: no tags, no pictures, no entities. */
const reader = new MarkdownIt('zero', { html: false }).enable(['heading', 'list', 'emphasis', 'link', 'escape'])
// A separate check decides where a link may lead, so that its author gets a message.
reader.validateLink = () => true
reader.normalizeLink = (to) => to

/**
 * Parses the few Markdown marks that authors can use: headings, lists, bold words and links. Everything else stays plain text,
 * including tags, so renderers of the blocks have nothing else to render.
 */
export function parseMarkedBlocks(text: string): MarkedBlock[] {
  return readBlocks(reader.parse(text, {}).values())
}

/** The same as plain text, without the marks: links say where they lead. */
export function toPlainText(blocks: readonly MarkedBlock[], indent = ''): string {
  return blocks
    .map((block) =>
      block.kind === 'list'
        ? block.items
            .map((item, at) => {
              const mark = block.ordered ? `${at + 1}. ` : '- '
              return `${indent}${mark}${toPlainText(item, `${indent}  `).trimStart()}`
            })
            .join('\n')
        : `${indent}${plainParts(block.parts)}`,
    )
    .join(indent === '' ? '\n\n' : '\n')
}

function plainParts(parts: readonly MarkedPart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      const words = plainParts(part.parts)
      return part.kind === 'link' && words !== part.to ? `${words} (${part.to})` : words
    })
    .join('')
}

/** Reads up to the end of the block that these tokens are in. */
function readBlocks(tokens: Iterator<Token>): MarkedBlock[] {
  const blocks: MarkedBlock[] = []
  for (let { value: token, done } = tokens.next(); !done; { value: token, done } = tokens.next()) {
    if (token.nesting === -1) return blocks
    if (token.nesting === 1) blocks.push(readBlock(token, tokens))
  }
  return blocks
}

function readBlock(opening: Token, tokens: Iterator<Token>): MarkedBlock {
  if (opening.type.endsWith('list_open')) {
    return { kind: 'list', ordered: opening.type === 'ordered_list_open', items: readItems(tokens) }
  }
  const parts: MarkedPart[] = []
  for (
    let { value: token, done } = tokens.next();
    !done && token.nesting !== -1;
    { value: token, done } = tokens.next()
  ) {
    parts.push(...readParts((token.children ?? []).values()))
  }
  return { kind: opening.type === 'heading_open' ? 'heading' : 'paragraph', parts }
}

function readItems(tokens: Iterator<Token>): MarkedBlock[][] {
  const items: MarkedBlock[][] = []
  for (
    let { value: token, done } = tokens.next();
    !done && token.nesting === 1;
    { value: token, done } = tokens.next()
  ) {
    items.push(readBlocks(tokens))
  }
  return items
}

function readParts(tokens: Iterator<Token>): MarkedPart[] {
  const parts: MarkedPart[] = []
  for (let { value: token, done } = tokens.next(); !done; { value: token, done } = tokens.next()) {
    if (token.nesting === -1) return parts
    if (token.type === 'strong_open') parts.push({ kind: 'strong', parts: readParts(tokens) })
    else if (token.type === 'link_open')
      parts.push({ kind: 'link', to: token.attrGet('href') ?? '', parts: readParts(tokens) })
    else if (token.nesting === 1) parts.push(toText(token.markup), ...readParts(tokens), toText(token.markup))
    else if (token.content !== '') parts.push(toText(token.content))
  }
  return parts
}

function toText(text: string): MarkedPart {
  return { kind: 'text', text }
}
