import notices from '../../../content/language-notices.json' with { type: 'json' }
import { RichText } from '../messages/rich-text.tsx'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import type { View } from '../router/view.ts'
import { PhoneLink } from '../shell/phone-link.tsx'
import { Notice } from './notice.tsx'
import styles from './notices.module.css'

/** The notice of free language help, in the languages themselves (RT-6, LG-4). */
function MeaningfulAccess() {
  const t = useText()
  const { brand } = usePage()
  return (
    <div className={styles.view}>
      <h1>{t('notices.access.title')}</h1>
      <p className={styles.intro}>{t('notices.access.intro')}</p>
      <p className={styles.call}>
        <RichText
          id="notices.access.call"
          values={{ tty: brand.ttyNumber, hours: brand.customerServiceHours }}
          elements={{ phone: () => <PhoneLink className={styles.number} /> }}
        />
      </p>
      <ul className={styles.notices}>
        {notices.map(({ lang, dir, native, text }) => (
          <li key={lang} lang={lang} dir={dir} className={styles.notice}>
            <h2>{native}</h2>
            <p>
              <Notice text={text} tty={brand.ttyNumber} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const view: View = { title: 'notices.access.title', Component: MeaningfulAccess }
