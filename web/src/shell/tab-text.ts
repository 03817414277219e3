import type { Tab } from '@portico/rules/tabs/types'
import type { MessageId } from '../texts/catalogues.ts'
import type { Translate } from '../texts/text.tsx'

/** A tab's text: the content service's if it has one, otherwise that of its label (HD-2). */
export function tabText({ text, label }: Pick<Tab, 'text' | 'label'>, t: Translate): string {
  return text ?? t(label as MessageId)
}
