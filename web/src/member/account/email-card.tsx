import { changeEmail, withdrawEmail } from '@portico/contract/calls/profile'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { ProfileCardProps } from './contact.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { enqueue } from './queue.ts'

/** The e-mail address, and a new one waiting for confirmation (RG-3). */
export function EmailCard({ profile, onChange }: ProfileCardProps) {
  const t = useText()
  const format = useMomentFormat()
  const [changing, setChanging] = useState(false)
  const action = useAction({ 'TOO-MANY-REQUESTS': 'profile.email.tooMany' })
  const { email, pendingEmail } = profile
  const mayChange = !useActsForPerson()
  const sendAgain = (to: string) =>
    action.run(async () =>
      onChange('profile.email.sent', await enqueue(() => api.call(changeEmail, { body: { email: to } }))),
    )
  const giveUp = () =>
    action.run(async () => onChange('profile.email.withdrawn', await enqueue(() => api.call(withdrawEmail))))
  return (
    <Card title={t('profile.email.title')}>
      <p className={styles.name}>{email ?? t('profile.email.none')}</p>
      <p className={styles.text}>{t('profile.email.about')}</p>
      {pendingEmail && (
        <Alert tone="info" title={t('profile.email.waiting', { email: pendingEmail.email })} className={styles.waiting}>
          <p>{t('profile.email.until', { date: format.dateTime(pendingEmail.expiresAt) })}</p>
          {mayChange && (
            <div className={styles.actions}>
              <Button variant="secondary" busy={action.busy} onClick={() => sendAgain(pendingEmail.email)}>
                {t('profile.email.again')}
              </Button>
              <Button variant="quiet" busy={action.busy} onClick={giveUp}>
                {t('profile.email.withdraw')}
              </Button>
            </div>
          )}
        </Alert>
      )}
      {mayChange && (
        <div className={styles.actions}>
          <Button variant="secondary" icon={<Mail aria-hidden="true" />} onClick={() => setChanging(true)}>
            {t('profile.email.change')}
          </Button>
        </div>
      )}
      <Problem text={action.problem} />
      <EmailDialog
        open={changing}
        onClose={() => setChanging(false)}
        onDone={(changed) => {
          setChanging(false)
          onChange('profile.email.sent', changed)
        }}
      />
    </Card>
  )
}
