import { useText } from '../../base/texts/text.tsx'
import { useSetTexts } from '../../shared/message-texts/set-texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { MailListQuery } from './list-query.ts'

/** Shown in place of messages (MC-2); a brand can set the inbox's text (MC-4). */
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
