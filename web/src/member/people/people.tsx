import { listPeople } from '@portico/contract/calls/people'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useRoute } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { Screen } from '../../kit/forms/screen.tsx'
import { Alert } from '../../ui/alert.tsx'
import { AgenciesCard } from './agencies-card.tsx'
import { GivenCard } from './given-card.tsx'
import { HeldCard } from './held-card.tsx'
import type { OnChange, PeopleData } from './types.ts'

const load = (signal: AbortSignal) => api.call(listPeople, { signal })

/** Who may see the person's information, and whose information they may see (RG-3). */
export function People() {
  const t = useText()
  const loaded = useLoaded(load)
  const { viewing } = useRoute().query
  const isMember = usePage().session?.role === 'MEMBER'
  const [changed, setChanged] = useState<PeopleData | null>(null)
  const [done, setDone] = useState<string | null>(viewing === 'stopped' ? t('people.stopped') : null)
  const onChange: OnChange = (people, what, values) => {
    setChanged(people)
    setDone(t(what, values))
  }
  return (
    <Screen title="people.title" about="people.about" loaded={loaded} done={done}>
      {(first) => (
        <>
          {viewing === 'ended' && done === null && (
            <Alert tone="info" role="status">
              <p>{t('people.over')}</p>
            </Alert>
          )}
          <HeldCard held={(changed ?? first).held} onChange={onChange} />
          <GivenCard people={changed ?? first} onChange={onChange} />
          {isMember && <AgenciesCard />}
        </>
      )}
    </Screen>
  )
}
