import { Fragment, type ReactNode } from 'react'
import type { MessageId } from './catalogues.ts'
import { type TextValues, useText } from './text.tsx'

export interface RichTextProps {
  readonly id: MessageId
  readonly values?: TextValues
  /** What to render for `<name>…</name>` in the text: a function from the text inside to the element. */
  readonly elements: Readonly<Record<string, (words: string) => ReactNode>>
}

/** A text with elements in it, e.g. `Call <phone>{number}</phone>`; tags do not nest, and unknown tags show just their text. */
export function RichText({ id, values, elements }: RichTextProps) {
  const parts = useText()(id, values).split(/<(\w+)>(.*?)<\/\1>/s)
  const nodes: ReactNode[] = []
  for (let at = 0; at < parts.length; at += 3) {
    const [plain, name, words = ''] = parts.slice(at, at + 3)
    nodes.push(<Fragment key={at}>{plain}</Fragment>)
    if (name !== undefined) nodes.push(<Fragment key={`${at} ${name}`}>{elements[name]?.(words) ?? words}</Fragment>)
  }
  return nodes
}
