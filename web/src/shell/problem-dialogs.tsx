import { useEffect } from 'react'
import type { Problems } from '../api/problems.ts'
import { useText } from '../messages/text.tsx'
import { clearUserData } from '../session/user-data.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CriticalDialog } from './critical-dialog.tsx'

/** What calls raise for the whole page: a failure it cannot go on with (HT-3), and the end of the session (SI-8). */
export function ProblemDialogs({ critical, noSession }: Problems) {
  const t = useText()
  useEffect(() => {
    if (noSession) clearUserData()
  }, [noSession])

  return (
    <>
      <Dialog
        size="small"
        open={noSession}
        closeable={false}
        onClose={() => {}}
        title={t('shell.sessionEnded.title')}
        actions={<Button onClick={() => location.reload()}>{t('shell.sessionEnded.action')}</Button>}
      >
        <p>{t('shell.sessionEnded.text')}</p>
      </Dialog>
      {critical && !noSession && <CriticalDialog error={critical} />}
    </>
  )
}
