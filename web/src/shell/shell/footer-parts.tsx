import type { SocialLinks } from '@portico/rules/brand/types'
import { FULL_SITE_COOKIE, MOBILE_COOKIE } from '@portico/rules/mobile'
import { BadgeCheck } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { leadsSomewhere } from '../../base/router/match.ts'
import { reloadPage } from '../../base/router/reload-page.ts'
import { setCookie } from '../../base/storage/cookies.ts'
import { useText } from '../../base/texts/text.tsx'
import styles from './footer.module.css'
import { LanguageList } from './language-list.tsx'

/** The brand's shops (BR-12), its configured links and the link to free language help (FT-1, FT-2). */
export function FooterLinks() {
  const t = useText()
  const { brand, session, shell } = usePage()
  const { meaningfulAccess } = shell
  const footerLinks = shell.footerLinks.filter(({ url }) => leadsSomewhere(url, session))
  return (
    <nav aria-label={t('footer.links')}>
      <h2 className={styles.heading}>{t('footer.links')}</h2>
      <ul className={styles.links}>
        <li>
          <Link to={brand.links.shop}>{t('footer.shop')}</Link>
        </li>
        <li>
          <Link to={brand.links.medicare}>{t('footer.medicare')}</Link>
        </li>
        {meaningfulAccess && (
          <li>
            <Link to={meaningfulAccess.href}>{meaningfulAccess.text ?? t('footer.languageAssistance')}</Link>
          </li>
        )}
        {footerLinks.map(({ id, label, url, newWindow }) => (
          <li key={id}>
            <Link to={url} target={newWindow ? '_blank' : undefined}>
              {label}
              {newWindow && ` ${t('shell.newWindow')}`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The footer's language menu (FT-1). */
export function FooterLanguages() {
  const t = useText()
  return (
    <nav aria-label={t('footer.languages')} className={styles.folded}>
      <h2 className={styles.heading}>{t('footer.languages')}</h2>
      <LanguageList className={styles.languages} />
    </nav>
  )
}

const networks = [
  'facebook',
  'hmInstagram',
  'twitter',
  'linkedIn',
  'youtube',
  'pinterest',
  'hmBlog',
] as const satisfies readonly (keyof SocialLinks)[]

/** The brand's social media accounts; nothing if it has none. */
export function Social() {
  const t = useText()
  const { brand } = usePage()
  const shown = networks.flatMap((network) => {
    const href = brand.social[network]
    return href === null ? [] : [{ network, href }]
  })
  if (shown.length === 0) return null
  return (
    <section className={styles.folded}>
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
  )
}

export function Accreditation() {
  const t = useText()
  const { uracAccredited, uracID } = usePage().brand
  if (!uracAccredited) return null
  return (
    <p className={styles.accreditation}>
      <BadgeCheck aria-hidden="true" />
      <span>
        {t('footer.accreditation')}
        {uracID !== null && `. ${t('footer.accreditationId', { id: uracID })}`}
      </span>
    </p>
  )
}

/** When the portal's texts last changed. */
export function LastUpdated() {
  const t = useText()
  return <p>{t('footer.lastUpdated', { date: usePage().shell.lastUpdated })}</p>
}

const year = 365 * 24 * 60 * 60

/** Switches between the mobile and the full site (FT-1, FT-3): the server renders the other variant. */
export function SiteToggle() {
  const t = useText()
  const { mobile } = usePage()
  const toggle = () => {
    setCookie(FULL_SITE_COOKIE, String(mobile), year)
    setCookie(MOBILE_COOKIE, String(!mobile), year)
    reloadPage()
  }
  return (
    <button type="button" className={styles.toggle} onClick={toggle}>
      {t(mobile ? 'footer.fullSite' : 'footer.mobileSite')}
    </button>
  )
}
