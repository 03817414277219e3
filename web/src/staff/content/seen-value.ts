import { type ContentField, choicesOf } from '@portico/rules/content/fields'
import type { Translate } from '../../base/texts/text.tsx'

/** What a field's value is called: choices have names, texts are their own. */
export function seenValue({ kind, path, value }: ContentField, t: Translate): string {
  const choice = kind === 'choice' && [...choicesOf(path)].find((one) => one === value)
  return choice ? t(`content.choice.${choice}`) : value
}
