import { useActsForPerson } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/screen.module.css'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** The password: how old it is, and a link to change it. */
export function PasswordCard({ changedAt }: { readonly changedAt: string }) {
  const t = useText()
  const format = useMomentFormat()
  return (
    <Card title={t('account.password.title')}>
      <p className={styles.text}>{t('account.password.changed', { date: format.dateLong(changedAt) })}</p>
      {!useActsForPerson() && (
        <div className={styles.actions}>
          <ButtonLink to={links.screen('change-password')} variant="secondary">
            {t('account.password.change')}
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}
