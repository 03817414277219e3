import { changeAgentEntitlements } from '@portico/contract/calls/agency-admin'
import type { AgencyEntitlement } from '@portico/rules/agencies/entitlements'
import { type FormEvent, useState } from 'react'
import { api } from '../base/api/api.ts'
import { useAction } from '../base/api/use-action.ts'
import { useLoaded } from '../base/api/use-loaded.ts'
import { wholeBook } from '../base/api/whole-book.ts'
import { Link } from '../base/router/link.tsx'
import { links } from '../base/router/links.ts'
import { useText } from '../base/texts/text.tsx'
import { Problem } from '../kit/forms/problem.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FieldGroup } from '../ui/field-group.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Credentials } from './credentials.tsx'
import { HandOver } from './hand-over.tsx'
import styles from './producer.module.css'
import type { Agency, Agent, AgentList } from './types.ts'

interface AgentPageProps {
  readonly agency: Agency
  readonly all: AgentList
  readonly agentId: string
  readonly onChanged: (all: AgentList) => void
}

/** An agent: what they may do, their clients, and their credentials (AG-7). */
export function AgentPage({ agency, all, agentId, onChanged }: AgentPageProps) {
  const t = useText()
  const agent = all.agents.find((one) => one.agentId === agentId)
  return (
    <>
      <p>
        <Link to={links.producer('agents')}>{t('producer.agents.all')}</Link>
      </p>
      {agent === undefined ? (
        <EmptyState title={t('producer.agents.gone')} text={t('producer.agents.gone-text')} />
      ) : (
        <>
          <h2 className={`${styles.subtitle} ${styles.opened}`}>{agent.name}</h2>
          <div className={styles.cards}>
            <Given agent={agent} agency={all.agency} onChanged={onChanged} />
            {agency.entitlements.includes('clients') && <AgentClients agent={agent} />}
          </div>
          <div className={styles.below}>
            <Credentials agentId={agent.agentId} />
          </div>
        </>
      )}
    </>
  )
}

interface GivenProps {
  readonly agent: Agent
  readonly agency: AgentList['agency']
  readonly onChanged: (all: AgentList) => void
}

function Given({ agent, agency, onChanged }: GivenProps) {
  const t = useText()
  const [given, setGiven] = useState<readonly AgencyEntitlement[]>(agent.entitlements)
  const [said, setSaid] = useState('')
  const action = useAction(
    {
      CONFLICT: 'producer.agents.conflict',
      'field.required': 'producer.agents.someone',
      'select.not-chosen': 'producer.agents.someone',
    },
    'producer.failed',
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSaid('')
    void action.run(async () => {
      const body = { before: agent.entitlements, entitlements: [...given] }
      onChanged(await api.call(changeAgentEntitlements, { params: { agentId: agent.agentId }, body }))
      setSaid(t('producer.agents.saved'))
    })
  }
  return (
    <Card title={t('producer.agents.may')}>
      <form method="post" noValidate className={styles.form} onSubmit={submit}>
        <FieldGroup label={t('producer.agents.may.legend')}>
          <div className={styles.stack}>
            {agency.map((one) => (
              <Checkbox
                key={one}
                label={t(`producer.entitlement.${one}`)}
                checked={given.includes(one)}
                onValue={(on) => setGiven(on ? [...given, one] : given.filter((other) => other !== one))}
              />
            ))}
          </div>
        </FieldGroup>
        <p className={lettering.key}>{t('producer.agents.at-once')}</p>
        <p role="status">{said}</p>
        <Problem text={action.problem} />
        <div className={styles.buttons}>
          <Button type="submit" busy={action.busy}>
            {t('producer.agents.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function AgentClients({ agent }: { readonly agent: Agent }) {
  const t = useText()
  const { value, failed, reload } = useLoaded(wholeBook)
  const [handing, setHanding] = useState(false)
  const [said, setSaid] = useState('')
  const own = value?.clients.filter((client) => client.agent?.agentId === agent.agentId) ?? []
  return (
    <Card
      title={t('producer.agents.has')}
      action={
        own.length > 0 && (
          <Button variant="quiet" onClick={() => setHanding(true)}>
            {t('producer.hand-over')}
          </Button>
        )
      }
    >
      <p role="status">{said}</p>
      {value === null ? (
        failed ? (
          <p>{t('producer.failed')}</p>
        ) : (
          <Skeleton shape="line" />
        )
      ) : own.length === 0 ? (
        <p className={lettering.key}>{t('producer.agents.has.none')}</p>
      ) : (
        <ul className={styles.plain}>
          {own.map(({ clientId, firstName, lastName, plans }) => (
            <li key={clientId} className={styles.line}>
              <span>
                {firstName} {lastName}
              </span>
              <span className={lettering.key}>{plans.join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      {handing && value !== null && value.agents !== null && (
        <HandOver
          clients={value.clients}
          agents={value.agents}
          from={agent.agentId}
          onClose={() => setHanding(false)}
          onDone={(words) => {
            setHanding(false)
            setSaid(words)
            reload()
          }}
        />
      )}
    </Card>
  )
}
