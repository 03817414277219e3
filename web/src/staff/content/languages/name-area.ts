import type { MessageId } from '../../../base/texts/catalogues.ts'
import type names from '../../../base/texts/en/languages.json'
import type { Translate } from '../../../base/texts/text.tsx'

type Named = Extract<keyof typeof names, `languages.of.${string}`>

/** An area of texts in words. */
export function nameArea(area: string, t: Translate): string {
  const id: MessageId = `languages.of.${area}` as Named
  const name = t(id)
  return name === id ? area : name
}
