import { activeTab, isAtTab } from '@portico/rules/routing/active-tab'
import type { Tab } from '@portico/rules/tabs/types'
import type { ComponentType } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { useNavigation } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './tabs.module.css'

type IconOfTab = ComponentType<{ readonly tab: Pick<Tab, 'icon'> }>

/** Loaded only where a tab shows just its icon. */
const iconAlone = createPart(async () => (await import('../../shared/landscape/tab-icon.tsx')).TabIcon)

export interface TabsProps {
  readonly className?: string | undefined
  /** Draws the icons next to the text, if they are wanted. */
  readonly Icon?: IconOfTab
}

/** The main navigation (HD-2): the tabs that the server has selected for this person, with the active one marked (RT-3). */
export function Tabs({ className, Icon }: TabsProps) {
  const t = useText()
  const { tabs } = usePage()
  const { place, tabSegments: segments } = useNavigation().match
  const active = activeTab({ page: place.prefix ?? '', segments, tabs })
  // The active tab is the current page only at its own address; on a page below it, it marks the section.
  const findCurrent = (tab: Tab) => (tab.id !== active ? undefined : isAtTab(tab, segments) ? 'page' : 'true')
  return (
    <nav className={className} aria-label={t('shell.mainNavigation')}>
      <ul className={styles.list}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <Link to={tab.url} target={tab.linkTarget} className={styles.tab} aria-current={findCurrent(tab)}>
              {Icon ? <Icon tab={tab} /> : !tab.showText && <LazyPart part={iconAlone} props={{ tab }} />}
              <TabLabel tab={tab} shown={Icon !== undefined || tab.showText} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TabLabel({ tab, shown }: { readonly tab: Tab; readonly shown: boolean }) {
  const t = useText()
  const newWindow = tab.linkTarget === '_blank' && <VisuallyHidden> {t('shell.newWindow')}</VisuallyHidden>
  return (
    <>
      {shown ? tab.label : <VisuallyHidden>{tab.label}</VisuallyHidden>}
      {newWindow}
    </>
  )
}
