import { LogOut, Menu as MenuIcon, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useText } from '../messages/text.tsx'
import { usePage } from '../page-state.tsx'
import { useDisclosure } from '../ui/disclosure.ts'
import { MenuAction } from '../ui/menu.tsx'
import { AccountItems } from './account-menu.tsx'
import { LanguageChoices, TextSizeChoices } from './choices.tsx'
import { HelpItems } from './help-items.tsx'
import styles from './mobile-menu.module.css'
import { SearchBox } from './search-box.tsx'
import { Tabs } from './tabs.tsx'
import type { Logout } from './use-logout.ts'

/** The one menu of narrow screens (HD-1): tabs, account, language, text size, help and Logout. */
export function MobileMenu({ logout }: { readonly logout: Logout }) {
  const t = useText()
  const { session, tabs } = usePage()
  const panelId = useId()
  const { open, setOpen, root, button, rootProps } = useDisclosure()
  return (
    <div ref={root} className={styles.menu} {...rootProps}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
        {t(open ? 'shell.closeMenu' : 'shell.menu')}
      </button>
      {open && (
        <div id={panelId} className={styles.panel}>
          {session && <SearchBox />}
          {tabs.length > 0 && <Tabs className={styles.tabs} icons />}
          {session && (
            <Section title={t('shell.account')}>
              <AccountItems session={session} />
            </Section>
          )}
          <Section title={t('shell.language')}>
            <LanguageChoices />
          </Section>
          <Section title={t('shell.textSize')}>
            <TextSizeChoices />
          </Section>
          <Section title={t('shell.help')}>
            <HelpItems />
          </Section>
          {session && (
            <MenuAction icon={<LogOut aria-hidden="true" />} onPress={logout.run}>
              {t('shell.logout')}
            </MenuAction>
          )}
        </div>
      )}
    </div>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
