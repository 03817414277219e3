import { type Entitlement, worksOnContent } from '@portico/rules/staff/entitlements'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { HelpForm } from './help-form.tsx'
import styles from './staff-home.module.css'
import { UnlockForm } from './unlock-form.tsx'

/** The staff's home: helping members as themselves (CS-1), and lifting locks (SI-13). */
function StaffHome() {
  const t = useText()
  const { session } = usePage()
  const { simulation } = useRoute().query
  const may = (...wanted: readonly Entitlement[]) => wanted.some((one) => session?.entitlements.includes(one))
  const places = [
    { name: 'queues', to: links.workspace(), isOpen: may('answer') },
    // The plan's own agency has the staff who answer members, not those who only write texts or manage accounts.
    { name: 'producer', to: links.producer(), isOpen: may('answer') },
    { name: 'directory', to: links.screen('directory'), isOpen: may('answer') },
    { name: 'administration', to: links.administration(), isOpen: may('administer', 'audit') },
    { name: 'content', to: links.content(), isOpen: worksOnContent(session?.entitlements ?? []) },
    { name: 'settings', to: links.settings(), isOpen: may('administer') },
  ] as const
  return (
    <div className={styles.view}>
      <h1>{t('staff.title')}</h1>
      <p className={styles.welcome}>{t('staff.welcome', { name: session?.logonId })}</p>
      {(simulation === 'ended' || simulation === 'stopped') && (
        <Alert tone={simulation === 'ended' ? 'warning' : 'success'} role="status" className={styles.notice}>
          <p>{t(`staff.${simulation}`)}</p>
        </Alert>
      )}
      <div className={styles.places}>
        {places
          .filter(({ isOpen }) => isOpen)
          .map(({ name, to }) => (
            <Card key={name} title={t(`staff.${name}.title`)}>
              <p className={lettering.muted}>{t(`staff.${name}.text`)}</p>
              <ButtonLink to={to} variant="secondary" className={styles.open}>
                {t(`staff.${name}.open`)}
              </ButtonLink>
            </Card>
          ))}
      </div>
      <div className={styles.columns}>
        {may('simulate') && (
          <Card title={t('staff.help.title')}>
            <HelpForm />
          </Card>
        )}
        {may('unlock') && (
          <div className={styles.side}>
            <Card title={t('staff.unlock.title')}>
              <UnlockForm of="account" />
            </Card>
            <Card title={t('staff.unlock.guardian.title')}>
              <UnlockForm of="guardian" />
            </Card>
          </div>
        )}
      </div>
    </div>
  )
}

export const view: View = { title: 'staff.title', Component: StaffHome }
