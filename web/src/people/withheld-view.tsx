import screen from '../forms/screen.module.css'
import { usePage } from '../page-state.tsx'
import { links } from '../router/links.ts'
import type { View } from '../router/view.ts'
import styles from '../shell/ways.module.css'
import { useText } from '../texts/text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ScopeList } from './scope-list.tsx'

/** Shown in place of information that was not shared with the person: says so, and what they may see (RG-3). */
function Withheld() {
  const t = useText()
  const { brand, session } = usePage()
  const name = session?.firstName ?? ''
  return (
    <div className={styles.view}>
      <h1>{t('people.withheld.title')}</h1>
      <p className={styles.about}>{t('people.withheld.text', { name })}</p>
      <div className={styles.held}>
        <Card title={t('people.withheld.seen')} className={screen.cards}>
          <ScopeList scopes={session?.simulation?.scopes ?? []} />
          <div>
            <ButtonLink to={links.landing(brand)}>{t('people.withheld.home', { name })}</ButtonLink>
          </div>
        </Card>
      </div>
    </div>
  )
}

export const view: View = { title: 'people.withheld.title', Component: Withheld }
