import { Clock, MessageCircleQuestion, Phone } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { MenuLink } from '../../ui/menu.tsx'
import type { HelpContent } from './help-content.ts'
import styles from './help-items.module.css'

const options = createPart(async () => (await import('./help-options.tsx')).HelpOptions)

/** Immediate help: the phone with its hours, and the link to contact us (NH-1). */
export function HelpItems({ help }: { readonly help: HelpContent | undefined }) {
  const t = useText()
  const { brand } = usePage()
  return (
    <>
      <div className={styles.call}>
        <p className={styles.line}>
          <Phone aria-hidden="true" />
          <span>
            <span className={styles.label}>{t('shell.call')}</span>
            <PhoneLink className={styles.number} />
            <span className={styles.tty}>{t('shell.tty', { number: brand.ttyNumber })}</span>
          </span>
        </p>
        <p className={styles.line}>
          <Clock aria-hidden="true" />
          <span>
            <span className={styles.label}>{t('shell.hours')}</span>
            {brand.customerServiceHours}
          </span>
        </p>
      </div>
      {help && <LazyPart part={options} props={{ help }} />}
      <MenuLink to={links.screen('contact-us')} icon={<MessageCircleQuestion aria-hidden="true" />}>
        {help?.contactUsSection ?? t('shell.contactUs')}
      </MenuLink>
    </>
  )
}
