import { Globe } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { useText } from '../../base/texts/text.tsx'
import type { Logout } from '../../session/sign-out/use-logout.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import styles from './header.module.css'
import { MobileMenu } from './mobile-menu.tsx'
import { Tabs } from './tabs.tsx'
import { useHelp } from './use-help.ts'

const languageChoices = createPart(async () => (await import('./choices.tsx')).LanguageChoices)
const textSizeChoices = createPart(async () => (await import('./choices.tsx')).TextSizeChoices)
const helpItems = createPart(async () => (await import('./help-items.tsx')).HelpItems)

const noProps = {}

export interface HeaderProps {
  /** Null without a session. */
  readonly parts: typeof import('./member-parts.tsx') | null
  readonly logout: Logout
}

/** The header (HD-1): brand, search, menus and tabs; on narrow screens a single button opens all of it. */
export function Header({ parts, logout }: HeaderProps) {
  const t = useText()
  const { brand, session, tabs, languages } = usePage()
  const help = useHelp()
  return (
    <header className={styles.header} data-session={session ? true : undefined}>
      <div className={styles.container}>
        <div className={styles.top}>
          <Link to={brand.links.home} className={styles.brand} aria-label={t('shell.brandHome', { brand: brand.name })}>
            <img src={brand.logo} alt="" width="34" height="34" className={styles.mark} fetchPriority="low" />
            <span className={styles.name}>{brand.name}</span>
          </Link>
          <nav className={styles.utility} aria-label={t('shell.utilityNavigation')}>
            {parts && (
              <div className={styles.search}>
                <parts.SearchBox />
              </div>
            )}
            <Menu
              popup
              icon={<Globe aria-hidden="true" />}
              label={languages.name}
              accessibleLabel={t('shell.languageMenu', { language: languages.name })}
            >
              <LazyPart part={languageChoices} props={noProps} />
            </Menu>
            <Menu popup label={<span aria-hidden="true">Aa</span>} accessibleLabel={t('shell.textSize')}>
              <LazyPart part={textSizeChoices} props={noProps} />
            </Menu>
            {help !== null && (
              <Menu popup label={help?.menuItemContent ?? t('shell.help')}>
                <LazyPart part={helpItems} props={{ help }} />
              </Menu>
            )}
            {parts && <parts.ChatLink entryPoint="header" className={styles.chat} />}
            {parts && <parts.Envelope />}
            {parts && session && <parts.AccountMenu session={session} logout={logout} />}
            {session && (
              <button type="button" className={styles.logout} onClick={logout.run}>
                {t('shell.logout')}
              </button>
            )}
          </nav>
          {parts && <parts.Envelope className={styles.narrow} />}
          <MobileMenu parts={parts} logout={logout} />
        </div>
        {tabs.length > 0 && (
          <div className={styles.tabRow}>
            <Tabs className={styles.tabs} />
            {parts && session && <parts.GroupMenu groups={session.groups} />}
          </div>
        )}
      </div>
    </header>
  )
}
