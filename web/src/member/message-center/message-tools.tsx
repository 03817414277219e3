import { ArchiveRestore, MailMinus, Printer, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { track } from '../../base/analytics/track.ts'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { MailListQuery } from './list-query.ts'
import styles from './reading-pane.module.css'
import type { Change, Changes } from './use-changes.ts'
import type { MessageState } from './use-message.ts'

interface MessageToolsProps {
  readonly opened: MessageState
  readonly folder: MailListQuery['folder']
  readonly changes: Changes
}

/** What can be done with the open message (MC-2); a representative acting for the member cannot change anything (CS-1). */
export function MessageTools({ opened, folder, changes }: MessageToolsProps) {
  const t = useText()
  const simulated = usePage().session?.simulation != null
  const [marked, setMarked] = useState(false)
  const { message } = opened
  if (message === null) return null
  const { messageId, threadId, restorableUntil } = message
  const isDeleted = restorableUntil !== null
  const printThread = () => {
    track({ event: 'print', messageId })
    print()
  }
  const markUnread = () => opened.markUnread().then(() => setMarked(true), opened.retry)
  const change = (kind: Change['kind']) => changes.make({ kind, rows: [{ messageId, threadId }] })
  return (
    <>
      {folder === 'inbox' && !isDeleted && !simulated && (
        <Tool icon={<MailMinus aria-hidden="true" />} onPress={markUnread} words={t('message-center.mark-unread')} />
      )}
      {!simulated && isDeleted && (
        <Tool
          icon={<ArchiveRestore aria-hidden="true" />}
          onPress={() => change('restored')}
          words={t('message-center.restore')}
        />
      )}
      {!simulated && !isDeleted && (
        <Tool
          icon={<Trash2 aria-hidden="true" />}
          onPress={() => change('deleted')}
          words={t('message-center.delete')}
        />
      )}
      <Tool icon={<Printer aria-hidden="true" />} onPress={printThread} words={t('message-center.print')} />
      <VisuallyHidden role="status">{marked && t('message-center.marked-unread')}</VisuallyHidden>
    </>
  )
}

interface ToolProps {
  readonly icon: ReactNode
  readonly words: string
  readonly onPress: () => void
}

function Tool({ icon, words, onPress }: ToolProps) {
  return (
    <Button variant="quiet" icon={icon} onClick={onPress}>
      <span className={styles.words}>{words}</span>
    </Button>
  )
}
