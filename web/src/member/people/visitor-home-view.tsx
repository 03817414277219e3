import { listPeople } from '@portico/contract/calls/people'
import { myShopping } from '@portico/contract/calls/shop'
import { PhoneIncoming } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import screen from '../../kit/forms/screen.module.css'
import { CallCard } from '../../kit/phone/call-card.tsx'
import { WayCard } from '../../kit/phone/way-card.tsx'
import styles from '../../shell/shell/ways.module.css'
import { Alert } from '../../ui/alert.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { HeldCard } from './held-card.tsx'
import { ShoppingCards } from './shopping-cards.tsx'
import type { HeldAccess } from './types.ts'

const load = async (signal: AbortSignal) => (await api.call(listPeople, { signal })).held
const loadShopping = (signal: AbortSignal) => api.call(myShopping, { signal })

/** The home of people without a plan here: whose information they may see (RG-3), and the shop (SH-1). */
function VisitorHome() {
  const t = useText()
  const { view, session } = usePage()
  const loaded = useLoaded<readonly HeldAccess[]>(load, { known: view.name === 'visitor-home' ? view.held : null })
  const shopping = useLoaded(loadShopping, { known: view.name === 'visitor-home' ? view.shopping : null })
  const [changed, setChanged] = useState<readonly HeldAccess[] | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const held = changed ?? loaded.value
  const holdsSome = held !== null && held.length > 0
  return (
    <div className={styles.view}>
      <h1>{t('service.visitor-home.title', { name: session?.firstName ?? '' })}</h1>
      {holdsSome && <p className={styles.about}>{t('service.visitor-home.held')}</p>}
      <div role="status" className={screen.status}>
        {done !== null && <Alert tone="success">{done}</Alert>}
      </div>
      {held === null && loaded.failed && <ErrorState onRetry={loaded.reload} />}
      {holdsSome && (
        <div className={styles.held}>
          <HeldCard
            held={held}
            onChange={(people, what) => {
              setChanged(people.held)
              setDone(t(what))
            }}
          />
        </div>
      )}
      {!holdsSome && <p className={styles.about}>{t('shop-home.about')}</p>}
      {shopping.value === null && shopping.failed && <ErrorState onRetry={shopping.reload} />}
      <ShoppingCards shopping={shopping.value} />
      <div className={styles.ways}>
        <WayCard
          title={t('service.request-call.title')}
          icon={PhoneIncoming}
          action={
            <ButtonLink to={links.requestCall()} variant="secondary">
              {t('service.request-call.action')}
            </ButtonLink>
          }
        >
          <p>{t('service.request-call.text')}</p>
        </WayCard>
        <CallCard />
      </div>
    </div>
  )
}

export const view: View = { title: 'service.visitor-home.title', Component: VisitorHome }
