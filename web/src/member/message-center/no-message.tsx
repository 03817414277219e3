import { MailOpen } from 'lucide-react'
import { useText } from '../../base/texts/text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown next to the list while no message is open. */
export function NoMessage() {
  const t = useText()
  return <EmptyState icon={<MailOpen />} title={t('message-center.choose-title')} text={t('message-center.choose')} />
}
