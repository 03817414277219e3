import styles from '../forms/screen.module.css'
import { useActsForPerson } from '../forms/screen.tsx'
import { useMomentFormat } from '../messages/moment.tsx'
import { useText } from '../messages/text.tsx'
import { links } from '../router/links.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

/** The password: how old it is, and the way to another. */
export function PasswordCard({ changedAt }: { readonly changedAt: string }) {
  const t = useText()
  const format = useMomentFormat()
  return (
    <Card title={t('account.password.title')}>
      <p className={styles.text}>{t('account.password.changed', { date: format.dateLong(changedAt) })}</p>
      {!useActsForPerson() && (
        <div className={styles.actions}>
          <ButtonLink to={links.changePassword()} variant="secondary">
            {t('account.password.change')}
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}
