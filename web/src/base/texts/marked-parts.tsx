export interface MarkedPartsProps {
  readonly parts: readonly { readonly text: string; readonly hit: boolean }[]
}

/** A text with the words searched for highlighted. */
export function MarkedParts({ parts }: MarkedPartsProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no ids and do not move
  return parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))
}
