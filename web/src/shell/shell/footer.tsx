import { Phone } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import styles from './footer.module.css'
import { Accreditation, FooterLanguages, FooterLinks, LastUpdated, SiteToggle, Social } from './footer-parts.tsx'
import type { HeaderProps } from './header.tsx'

/** The footer (FT-1, FT-2): how to reach the brand, its links, its legal text. Small before sign-in, in columns after it. */
export function Footer({ parts }: Pick<HeaderProps, 'parts'>) {
  const t = useText()
  const { brand, now, session } = usePage()
  return (
    <footer className={styles.footer} data-size={session ? 'mega' : 'simple'}>
      <div className={styles.inner}>
        <div className={styles.columns}>
          <section>
            <h2 className={styles.heading}>{t('footer.talk')}</h2>
            <p className={styles.phone}>
              <Phone aria-hidden="true" />
              <PhoneLink className={styles.number} />
            </p>
            <p>{brand.customerServiceHours}</p>
            <p>{t('shell.tty', { number: brand.ttyNumber })}</p>
            {parts && (
              <>
                <parts.ChatLink entryPoint="footer" className={styles.chat} />
                <parts.ChatClosing />
              </>
            )}
          </section>
          <FooterLinks />
          <details className={styles.fold}>
            <summary>{t('footer.more')}</summary>
          </details>
          <FooterLanguages />
          <Social />
        </div>
        <div className={styles.legal}>
          {brand.footerDescription !== null && <p>{brand.footerDescription}</p>}
          <p>{brand.legalText}</p>
          <div className={styles.last}>
            <p>{t('footer.copyright', { year: now.slice(0, 4), brand: brand.name })}</p>
            <LastUpdated />
            <SiteToggle />
            <Accreditation />
          </div>
        </div>
      </div>
    </footer>
  )
}
