import { type ContentField, listChoices } from '@portico/rules/content/fields'
import type { Translate } from '../../base/texts/text.tsx'

/** A field's value for people: choices have names, texts show as they are. */
export function formatSeenValue({ kind, path, value }: ContentField, t: Translate): string {
  const choice = kind === 'choice' && [...listChoices(path)].find((one) => one === value)
  return choice ? t(`content.choice.${choice}`) : value
}
