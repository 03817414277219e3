import { useSetTexts } from '../message-texts/set-texts.ts'
import { useText } from '../texts/text.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { MailListQuery } from './list-query.ts'

/** What stands where there are no messages (MC-2); that of the inbox a brand can set (MC-4). */
export function EmptyFolder({ folder }: Pick<MailListQuery, 'folder'>) {
  const t = useText()
  const setText = useSetTexts()
  const title = t(`message-center.${folder}-empty-title`)
  return (
    <EmptyState
      title={folder === 'inbox' ? setText('noMessages', title) : title}
      text={t(`message-center.${folder}-empty`)}
    />
  )
}
