import { LogOut } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { TabIcon } from '../../shared/landscape/tab-icon.tsx'
import { MenuAction } from '../../ui/menu.tsx'
import { AccountItems } from './account-items.tsx'
import { LanguageChoices, TextSizeChoices } from './choices.tsx'
import type { HeaderProps } from './header.tsx'
import { HelpItems } from './help-items.tsx'
import styles from './mobile-panel.module.css'
import { Tabs } from './tabs.tsx'
import { useHelp } from './use-help.ts'

/** Everything that the header has on wide screens: tabs, account, language, text size, help and Logout (HD-1). */
export function MobilePanel({ parts, logout }: HeaderProps) {
  const t = useText()
  const { session, tabs } = usePage()
  const help = useHelp()
  return (
    <>
      {parts && <parts.SearchBox />}
      {tabs.length > 0 && <Tabs className={styles.tabs} Icon={TabIcon} />}
      {parts && session && (
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
      {help !== null && (
        <Section title={help?.menuItemContent ?? t('shell.help')}>
          <HelpItems help={help} />
        </Section>
      )}
      {parts && (
        <>
          <parts.ChatLink entryPoint="header" />
          <parts.ChatClosing className={styles.closing} />
        </>
      )}
      {session && (
        <div className={styles.section}>
          <MenuAction icon={<LogOut aria-hidden="true" />} onPress={logout.run}>
            {t('shell.logout')}
          </MenuAction>
        </div>
      )}
    </>
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
