import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import type { View } from '../../base/router/view.ts'
import { useFormat } from '../../base/texts/format.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import styles from './notices.module.css'

/** The day on which someone last checked this page against the portal. */
const reviewedOn = '2026-11-22'

const gaps = ['time', 'files', 'chat', 'languages'] as const

/** How well the portal meets the standard, where it does not, and how to get help or complain (FT-1). */
function Accessibility() {
  const t = useText()
  const format = useFormat()
  const { brand, shell } = usePage()
  const phone = { phone: () => <PhoneLink /> }
  return (
    <div className={styles.view}>
      <h1>{t('notices.accessibility.title')}</h1>
      <p className={styles.intro}>{t('notices.accessibility.intro')}</p>
      <div className={styles.sections}>
        <section>
          <h2>{t('notices.accessibility.standard.title')}</h2>
          <p>{t('notices.accessibility.standard.text', { date: format.dateLong(reviewedOn) })}</p>
        </section>
        <section>
          <h2>{t('notices.accessibility.gaps.title')}</h2>
          <ul className={styles.gaps}>
            {gaps.map((gap) => (
              <li key={gap}>{t(`notices.accessibility.gaps.${gap}`)}</li>
            ))}
          </ul>
        </section>
        <section>
          <h2>{t('notices.accessibility.help.title')}</h2>
          <p>
            <RichText
              id="notices.accessibility.help.text"
              values={{ tty: brand.ttyNumber, hours: brand.customerServiceHours }}
              elements={phone}
            />
          </p>
        </section>
        <section>
          <h2>{t('notices.accessibility.complaint.title')}</h2>
          <p>
            <RichText
              id="notices.accessibility.complaint.member"
              elements={{ write: (text) => <Link to={links.writeToUs('accessibility')}>{text}</Link> }}
            />
          </p>
          <p>
            <RichText id="notices.accessibility.complaint.anyone" elements={phone} />
          </p>
          <p>
            <RichText
              id="notices.accessibility.complaint.rights"
              elements={{
                notice: (text) => (
                  <Link to={shell.nonDiscrimination ?? links.screen('non-discrimination')}>{text}</Link>
                ),
              }}
            />
          </p>
        </section>
        <section>
          <h2>{t('notices.accessibility.settings.title')}</h2>
          <p>{t('notices.accessibility.settings.text')}</p>
        </section>
        <section>
          <h2>{t('notices.accessibility.time.title')}</h2>
          <p>{t('notices.accessibility.time.text')}</p>
        </section>
      </div>
    </div>
  )
}

export const view: View = { title: 'notices.accessibility.title', Component: Accessibility }
