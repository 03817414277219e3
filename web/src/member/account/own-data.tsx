import { closeAccount, consumerProfile } from '@portico/contract/calls/profile'
import type { Role } from '@portico/rules/roles'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson, usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Screen } from '../../kit/forms/screen.tsx'
import { CloseCard } from './close-card.tsx'
import { DataCard } from './data-card.tsx'

const mayClose: readonly Role[] = closeAccount.audience.roles

const load = (signal: AbortSignal) => api.call(consumerProfile, { signal })

/** What a person can do with their data and their whole account (RG-3). */
export function OwnData() {
  const t = useText()
  const loaded = useLoaded(load)
  const [saved, setSaved] = useState(0)
  const { session } = usePage()
  const mayChange = !useActsForPerson()
  return (
    <Screen
      title="account.data.title"
      about="profile.data.intro"
      loaded={loaded}
      done={saved > 0 ? <span key={saved}>{t('profile.data.saved')}</span> : null}
    >
      {() =>
        mayChange && (
          <>
            <DataCard onDone={() => setSaved(saved + 1)} />
            {session && mayClose.includes(session.role) && <CloseCard />}
          </>
        )
      }
    </Screen>
  )
}
