import type { MarkedBlock, MarkedPart } from '@portico/contract/marked'
import { isSafeLink } from '@portico/rules/content/marked-links'
import { createElement, Fragment, type ReactNode } from 'react'

interface MarkedTextProps {
  readonly blocks: readonly MarkedBlock[]
  /** What to render for a text, if not just the text itself. */
  readonly words?: (text: string) => ReactNode
}

type Words = (text: string) => ReactNode

/**
 * An author's text with its headings, lists, bold words and links, built from our own elements and only the author's words. Its parts never
 * change places, so none needs a key.
 */
export function MarkedText({ blocks, words = (text) => text }: MarkedTextProps) {
  return createElement(Fragment, null, ...blocks.map((block) => renderBlock(block, words)))
}

function renderBlock(block: MarkedBlock, words: Words): ReactNode {
  if (block.kind !== 'list')
    return createElement(block.kind === 'heading' ? 'h2' : 'p', null, ...renderParts(block, words))
  const items = block.items.map((item) => createElement('li', null, ...item.map((one) => inItem(one, words))))
  return createElement(block.ordered ? 'ol' : 'ul', null, ...items)
}

/** Text in a list item does not need its own paragraph. */
function inItem(block: MarkedBlock, words: Words): ReactNode {
  return block.kind === 'paragraph'
    ? createElement(Fragment, null, ...renderParts(block, words))
    : renderBlock(block, words)
}

function renderParts({ parts }: { readonly parts: readonly MarkedPart[] }, words: Words): ReactNode[] {
  return parts.map((part) => {
    if (part.kind === 'text') return words(part.text)
    const inner = renderParts(part, words)
    if (part.kind === 'strong') return createElement('strong', null, ...inner)
    if (!isSafeLink(part.to)) return createElement(Fragment, null, ...inner)
    return createElement('a', { href: part.to }, ...inner)
  })
}
