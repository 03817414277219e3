import { serviceLabel } from '@portico/rules/messages/service-link'
import { MessageCirclePlus } from 'lucide-react'
import { track } from '../../base/analytics/track.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { useMay } from '../../session/acting/use-may.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './message-center-view.module.css'

/** Titles of the message center and the link to customer service (MC-1). */
export function CenterHeader() {
  const t = useText()
  const mayWrite = useMay('write')
  const { brand, shell } = usePage()
  return (
    <header className={styles.header}>
      <div>
        <p className={styles.sidebarTitle}>{shell.sidebarTitle ?? t('message-center.sidebar-title')}</p>
        <h1>{t('message-center.title')}</h1>
      </div>
      {mayWrite && (
        <ButtonLink
          to={links.screen('contact-us')}
          onClick={() => track({ event: 'contact-us' })}
          icon={<MessageCirclePlus aria-hidden="true" />}
          className={styles.service}
        >
          {t('message-center.write-to', { service: t(`message-center.${serviceLabel(brand.code)}`) })}
        </ButtonLink>
      )}
    </header>
  )
}
