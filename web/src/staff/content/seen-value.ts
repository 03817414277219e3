import { type ContentField, listChoices } from '@portico/rules/content/fields'
import type { Translate } from '../../base/texts/text.tsx'

/** What a field's value is called: choices have names, texts are their own. */
export function formatSeenValue({ kind, path, value }: ContentField, t: Translate): string {
  const choice = kind === 'choice' && [...listChoices(path)].find((one) => one === value)
  return choice ? t(`content.choice.${choice}`) : value
}
