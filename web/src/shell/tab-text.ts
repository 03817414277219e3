import type { Tab } from '@portico/rules/tabs/types'
import type { MessageId } from '../texts/catalogues.ts'
import type { Translate } from '../texts/text.tsx'

/** A tab's words: those of the content service where it gives any, else the text of its label (HD-2). */
export function tabText({ text, label }: Pick<Tab, 'text' | 'label'>, t: Translate): string {
  return text ?? t(label as MessageId)
}
