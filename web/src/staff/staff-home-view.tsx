import { usePage } from '../page-state.tsx'
import { links } from '../router/links.ts'
import { useRoute } from '../router/navigation.ts'
import type { View } from '../router/view.ts'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HelpForm } from './help-form.tsx'
import styles from './staff-home.module.css'
import { UnlockForm } from './unlock-form.tsx'

/** Home of internal staff: helping a member as the member (CS-1), and lifting locks (SI-13). */
function StaffHome() {
  const t = useText()
  const { session } = usePage()
  const { simulation } = useRoute().query
  const mayUnlock = session?.entitlements.includes('unlock') ?? false
  const mayAdminister = session?.entitlements.includes('administer') ?? false
  const writes = session?.entitlements.some((one) => one === 'author' || one === 'approve') ?? false
  const administers = session?.entitlements.some((one) => one === 'administer' || one === 'audit') ?? false
  return (
    <div className={styles.view}>
      <h1>{t('staff.title')}</h1>
      <p className={styles.welcome}>{t('staff.welcome', { name: session?.logonId })}</p>
      {(simulation === 'ended' || simulation === 'stopped') && (
        <Alert tone={simulation === 'ended' ? 'warning' : 'success'} role="status" className={styles.notice}>
          <p>{t(`staff.${simulation}`)}</p>
        </Alert>
      )}
      <div className={styles.columns}>
        <Card title={t('staff.help.title')}>
          <HelpForm />
        </Card>
        <div className={styles.side}>
          {mayUnlock && (
            <Card title={t('staff.unlock.title')}>
              <UnlockForm of="account" />
            </Card>
          )}
          {mayUnlock && (
            <Card title={t('staff.unlock.guardian.title')}>
              <UnlockForm of="guardian" />
            </Card>
          )}
          {administers && (
            <Card title={t('staff.administration.title')}>
              <p className={styles.muted}>{t('staff.administration.text')}</p>
              <ButtonLink to={links.administration()} className={styles.queues}>
                {t('staff.administration.open')}
              </ButtonLink>
            </Card>
          )}
          <Card title={t('staff.queues.title')}>
            <p className={styles.muted}>{t('staff.queues.text')}</p>
            <ButtonLink to={links.workspace()} className={styles.queues}>
              {t('staff.queues.open')}
            </ButtonLink>
          </Card>
          <Card title={t('staff.producer.title')}>
            <p className={styles.muted}>{t('staff.producer.text')}</p>
            <ButtonLink to={links.producer()} className={styles.queues}>
              {t('staff.producer.open')}
            </ButtonLink>
          </Card>
          <Card title={t('staff.directory.title')}>
            <p className={styles.muted}>{t('staff.directory.text')}</p>
            <ButtonLink to={links.directoryWork()} className={styles.queues}>
              {t('staff.directory.open')}
            </ButtonLink>
          </Card>
          {writes && (
            <Card title={t('staff.content.title')}>
              <p className={styles.muted}>{t('staff.content.text')}</p>
              <ButtonLink to={links.content()} className={styles.queues}>
                {t('staff.content.open')}
              </ButtonLink>
            </Card>
          )}
          {mayAdminister && (
            <Card title={t('staff.settings.title')}>
              <p className={styles.muted}>{t('staff.settings.text')}</p>
              <ButtonLink to={links.settings()} className={styles.queues}>
                {t('staff.settings.open')}
              </ButtonLink>
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}

export const view: View = { title: 'staff.title', Component: StaffHome }
