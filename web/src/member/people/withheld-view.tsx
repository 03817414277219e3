import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import screen from '../../kit/forms/screen.module.css'
import styles from '../../shell/shell/ways.module.css'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ScopeList } from './scope-list.tsx'

/** Shown in place of information that was not shared with the person: says so, and what they may see (RG-3). */
function Withheld() {
  const t = useText()
  const { brand, session } = usePage()
  const name = session?.firstName ?? ''
  const ofChild = session?.simulation?.ofChild === true
  return (
    <div className={styles.view}>
      <h1>{t('people.withheld.title')}</h1>
      <p className={styles.about}>{t(ofChild ? 'people.withheld.text-child' : 'people.withheld.text', { name })}</p>
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
