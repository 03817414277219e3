import { useEffect, useSyncExternalStore } from 'react'
import { type Problems, problemStore } from '../api/problems.ts'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { clearUserData } from '../session/user-data.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CriticalDialog } from './critical-dialog.tsx'

const none: Problems = { critical: null, noSession: false }

/** What calls raise for the whole page: a failure it cannot go on with (HT-3), and the end of the session (SI-8). */
export function ProblemDialogs() {
  const t = useText()
  const { session } = usePage()
  const { critical, noSession } = useSyncExternalStore(problemStore.subscribe, problemStore.get, () => none)
  const ended = noSession && session !== null
  useEffect(() => {
    if (ended) clearUserData()
  }, [ended])

  return (
    <>
      <Dialog
        size="small"
        open={ended}
        closeable={false}
        onClose={() => {}}
        title={t('shell.sessionEnded.title')}
        actions={<Button onClick={() => location.reload()}>{t('shell.sessionEnded.action')}</Button>}
      >
        <p>{t('shell.sessionEnded.text')}</p>
      </Dialog>
      {critical && !ended && <CriticalDialog error={critical} />}
    </>
  )
}

export interface LogoutFailedProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The session may still live on the server (SO-4). */
export function LogoutFailedDialog({ open, onClose }: LogoutFailedProps) {
  const t = useText()
  return (
    <Dialog
      size="small"
      open={open}
      onClose={onClose}
      title={t('shell.logoutFailed.title')}
      actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
    >
      <p>{t('shell.logoutFailed.text')}</p>
    </Dialog>
  )
}
