import { agencyConsents, changeAgencyConsent } from '@portico/contract/calls/clients'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

const load = (signal: AbortSignal) => api.call(agencyConsents, { signal })

/** The agencies whose client the member is, and whether each may see this (AG-5); nothing for members without any. */
export function AgenciesCard() {
  const t = useText()
  const format = useFormat()
  const { value, change } = useLoaded(load)
  const actsForPerson = useActsForPerson()
  const [changing, setChanging] = useState('')
  const [said, setSaid] = useState('')
  const action = useAction()
  if (value === null || value.agencies.length === 0) return null
  const set = async (agencyId: string, region: string, consent: boolean, name: string) => {
    setChanging(`${agencyId} ${region}`)
    await action.run(async () => {
      const next = await api.call(changeAgencyConsent, { body: { agencyId, region, consent } })
      change(() => next)
      setSaid(t(consent ? 'account.agencies.given' : 'account.agencies.ended', { name }))
    })
    setChanging('')
  }
  return (
    <Card title={t('account.agencies.title')}>
      <p>{t('account.agencies.text')}</p>
      {value.agencies.map(({ agencyId, region, name, regionName, phone, agent, consentedOn }) => (
        <div key={`${agencyId} ${region}`}>
          <p>
            <strong>{name}</strong>, {regionName}
          </p>
          <p className={styles.about}>
            {agent}
            {agent && phone && ', '}
            {phone && <PhoneLink number={phone} />}
          </p>
          <p className={styles.about}>
            {consentedOn === null
              ? t('account.agencies.hidden')
              : t('account.agencies.seen', { day: format.date(consentedOn) })}
          </p>
          {!actsForPerson && (
            <Button
              variant="secondary"
              busy={changing === `${agencyId} ${region}`}
              aria-label={t(consentedOn === null ? 'account.agencies.give-named' : 'account.agencies.end-named', {
                name,
                region: regionName,
              })}
              onClick={() => set(agencyId, region, consentedOn === null, name)}
            >
              {t(consentedOn === null ? 'account.agencies.give' : 'account.agencies.end')}
            </Button>
          )}
        </div>
      ))}
      <p role="status">{said}</p>
      <Problem text={action.problem} />
    </Card>
  )
}
