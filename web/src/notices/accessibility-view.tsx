import { RichText } from '../messages/rich-text.tsx'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import type { View } from '../router/view.ts'
import { PhoneLink } from '../shell/phone-link.tsx'
import styles from './notices.module.css'

/** What people can expect of the portal's accessibility, and whom to ask (FT-1). */
function Accessibility() {
  const t = useText()
  const { brand } = usePage()
  return (
    <div className={styles.view}>
      <h1>{t('notices.accessibility.title')}</h1>
      <p className={styles.intro}>{t('notices.accessibility.intro')}</p>
      <div className={styles.sections}>
        <section>
          <h2>{t('notices.accessibility.standard.title')}</h2>
          <p>{t('notices.accessibility.standard.text')}</p>
        </section>
        <section>
          <h2>{t('notices.accessibility.time.title')}</h2>
          <p>{t('notices.accessibility.time.text')}</p>
        </section>
        <section>
          <h2>{t('notices.accessibility.help.title')}</h2>
          <p>
            <RichText
              id="notices.accessibility.help.text"
              values={{ tty: brand.ttyNumber, hours: brand.customerServiceHours }}
              elements={{ phone: () => <PhoneLink /> }}
            />
          </p>
        </section>
      </div>
    </div>
  )
}

export const view: View = { title: 'notices.accessibility.title', Component: Accessibility }
