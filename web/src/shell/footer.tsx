import type { SocialLinks } from '@portico/rules/brand/types'
import { BadgeCheck, Phone } from 'lucide-react'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import styles from './footer.module.css'
import { PhoneLink } from './phone-link.tsx'

const networks = [
  'facebook',
  'hmInstagram',
  'twitter',
  'linkedIn',
  'youtube',
  'pinterest',
  'hmBlog',
] as const satisfies readonly (keyof SocialLinks)[]

/** The footer (FT-1, FT-2): how to reach the brand, its links, its legal text. */
export function Footer() {
  const t = useText()
  const { brand, now } = usePage()
  const shown = networks.flatMap((network) => {
    const href = brand.social[network]
    return href === null ? [] : [{ network, href }]
  })
  return (
    <footer className={styles.footer}>
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
          </section>
          <nav aria-label={t('footer.links')}>
            <h2 className={styles.heading}>{t('footer.links')}</h2>
            <ul className={styles.links}>
              <li>
                <Link to={links.meaningfulAccess()}>{t('footer.languageAssistance')}</Link>
              </li>
              <li>
                <Link to={links.accessibility()}>{t('footer.accessibility')}</Link>
              </li>
              <li>
                <Link to={links.contactUs()}>{t('shell.contactUs')}</Link>
              </li>
            </ul>
          </nav>
          {shown.length > 0 && (
            <section>
              <h2 className={styles.heading}>{t('footer.socialMedia')}</h2>
              <ul className={styles.social}>
                {shown.map(({ network, href }) => (
                  <li key={network}>
                    <a
                      href={href}
                      rel="noopener noreferrer"
                      aria-label={t('footer.social', { brand: brand.name, network: t(`footer.network.${network}`) })}
                    >
                      {t(`footer.network.${network}`)}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <div className={styles.legal}>
          {brand.footerDescription !== null && <p>{brand.footerDescription}</p>}
          <p>{brand.legalText}</p>
          <div className={styles.last}>
            <p>{t('footer.copyright', { year: now.slice(0, 4), brand: brand.name })}</p>
            {brand.uracAccredited && (
              <p className={styles.accreditation}>
                <BadgeCheck aria-hidden="true" />
                <span>
                  {t('footer.accreditation')}
                  {brand.uracID !== null && `. ${t('footer.accreditationId', { id: brand.uracID })}`}
                </span>
              </p>
            )}
          </div>
        </div>
      </div>
    </footer>
  )
}
