import { Globe } from 'lucide-react'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { Link } from '../router/link.tsx'
import { Menu } from '../ui/menu.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LanguageChoices, languageNames, TextSizeChoices } from './choices.tsx'
import { GroupChoices } from './groups.tsx'
import styles from './header.module.css'
import { HelpItems } from './help-items.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SearchBox } from './search-box.tsx'
import { Tabs } from './tabs.tsx'
import type { Logout } from './use-logout.ts'

/** The header (HD-1): brand, search and menus, tabs; on narrow screens one button opens all of it. */
export function Header({ logout }: { readonly logout: Logout }) {
  const t = useText()
  const { brand, session, tabs, language } = usePage()
  const group = session?.groups.find(({ selected }) => selected)
  return (
    <header className={styles.header} data-session={session ? true : undefined}>
      <div className={styles.container}>
        <div className={styles.top}>
          <Link to={brand.links.home} className={styles.brand} aria-label={t('shell.brandHome', { brand: brand.name })}>
            <img src={brand.mark} alt="" width="34" height="34" className={styles.mark} fetchPriority="low" />
            <span>{brand.name}</span>
          </Link>
          <nav className={styles.utility} aria-label={t('shell.utilityNavigation')}>
            {session && (
              <div className={styles.search}>
                <SearchBox />
              </div>
            )}
            <Menu
              popup
              icon={<Globe aria-hidden="true" />}
              label={languageNames[language]}
              accessibleLabel={t('shell.languageMenu', { language: languageNames[language] })}
            >
              <LanguageChoices />
            </Menu>
            <Menu popup label={<span aria-hidden="true">Aa</span>} accessibleLabel={t('shell.textSize')}>
              <TextSizeChoices />
            </Menu>
            <Menu popup label={t('shell.help')}>
              <HelpItems />
            </Menu>
            {session && <AccountMenu session={session} logout={logout} />}
            {session && (
              <button type="button" className={styles.logout} onClick={logout.run}>
                {t('shell.logout')}
              </button>
            )}
          </nav>
          <MobileMenu logout={logout} />
        </div>
        {tabs.length > 0 && (
          <div className={styles.tabRow}>
            <Tabs className={styles.tabs} />
            {session && session.groups.length > 1 && group && (
              <Menu
                label={t('shell.group', { number: group.groupNumber })}
                className={styles.group}
                buttonClassName={styles.groupButton}
              >
                <p className={styles.groupHint}>{t('shell.chooseGroup')}</p>
                <GroupChoices groups={session.groups} />
              </Menu>
            )}
          </div>
        )}
      </div>
    </header>
  )
}
