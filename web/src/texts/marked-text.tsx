import type { MarkedBlock, MarkedPart } from '@portico/contract/marked'
import { isSafeLink } from '@portico/rules/content/marked-links'
import { createElement, Fragment, type ReactNode } from 'react'

interface MarkedTextProps {
  readonly blocks: readonly MarkedBlock[]
  /** What stands for a text, where more than the text itself does. */
  readonly words?: (text: string) => ReactNode
}

type Words = (text: string) => ReactNode

/**
 * A text of authors with its headings, lists, strong words and links: elements of ours, and nothing of theirs but text. Its
 * parts never change places, so that none needs a key.
 */
export function MarkedText({ blocks, words = (text) => text }: MarkedTextProps) {
  return createElement(Fragment, null, ...blocks.map((block) => blockOf(block, words)))
}

function blockOf(block: MarkedBlock, words: Words): ReactNode {
  if (block.kind !== 'list') return createElement(block.kind === 'heading' ? 'h2' : 'p', null, ...partsOf(block, words))
  const items = block.items.map((item) => createElement('li', null, ...item.map((one) => inItem(one, words))))
  return createElement(block.ordered ? 'ol' : 'ul', null, ...items)
}

/** What an item of a list says needs no paragraph of its own. */
function inItem(block: MarkedBlock, words: Words): ReactNode {
  return block.kind === 'paragraph' ? createElement(Fragment, null, ...partsOf(block, words)) : blockOf(block, words)
}

function partsOf({ parts }: { readonly parts: readonly MarkedPart[] }, words: Words): ReactNode[] {
  return parts.map((part) => {
    if (part.kind === 'text') return words(part.text)
    const inner = partsOf(part, words)
    if (part.kind === 'strong') return createElement('strong', null, ...inner)
    if (!isSafeLink(part.to)) return createElement(Fragment, null, ...inner)
    return createElement('a', { href: part.to }, ...inner)
  })
}
