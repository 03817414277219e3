import { agencyChoices } from '@portico/contract/calls/agencies'
import { useState } from 'react'
import { api } from '../base/api/api.ts'
import { useLoaded } from '../base/api/use-loaded.ts'
import { useRoute } from '../base/router/navigation.ts'
import type { View } from '../base/router/view.ts'
import { useText } from '../base/texts/text.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Agents } from './agents.tsx'
import { ChooseAgency } from './choose-agency.tsx'
import { Clients } from './clients.tsx'
import { Credentials } from './credentials.tsx'
import { FiguresPart } from './figures.tsx'
import { Home } from './home.tsx'
import { AgencyLeads } from './leads.tsx'
import { listParts, type ProducerPart } from './parts.ts'
import { Preferences } from './preferences.tsx'
import styles from './producer.module.css'
import { ProducerHeader } from './producer-header.tsx'
import { ProposalPage } from './proposal.tsx'
import { Proposals } from './proposals.tsx'
import type { Choices, PartProps } from './types.ts'

const load = (signal: AbortSignal) => api.call(agencyChoices, { signal })

/** The producer portal, where agents, agency admins and internal staff sell for their chosen agency (AG-1 to AG-7). */
function ProducerPortal() {
  const t = useText()
  const { value, failed, reload, change } = useLoaded(load)
  const [choosing, setChoosing] = useState(false)
  const place = useRoute().segments.join('/')
  const [said, setSaid] = useState({ words: '', place })
  const take = (choices: Choices, words: string) => {
    change(() => choices)
    setChoosing(false)
    setSaid({ words, place })
  }
  return (
    <div className={styles.view}>
      {value === null ? (
        <>
          <h1 className={styles.title}>{t('producer.title')}</h1>
          {failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />}
        </>
      ) : value.choices.length === 0 ? (
        <>
          <h1 className={styles.title}>{t('producer.title')}</h1>
          <EmptyState title={t('producer.none.title')} text={t('producer.none.text')} />
        </>
      ) : value.selected === null || choosing ? (
        <ChooseAgency
          choices={value}
          onChosen={take}
          onCancel={value.selected === null ? undefined : () => setChoosing(false)}
        />
      ) : (
        <Working
          key={`${value.selected.agencyId} ${value.selected.region}`}
          choices={value}
          agency={value.selected}
          said={said.place === place ? said.words : ''}
          onChoose={() => setChoosing(true)}
          onChoices={take}
        />
      )}
    </div>
  )
}

interface WorkingProps extends PartProps {
  readonly said: string
  readonly onChoose: () => void
}

function Working({ said, onChoose, ...props }: WorkingProps) {
  const t = useText()
  const { segments } = useRoute()
  const parts = listParts(props.agency.entitlements)
  const asked = segments[0] === 'producer' ? (segments[1] ?? 'home') : 'home'
  const part = parts.find((one) => one === asked) ?? null
  return (
    <>
      <ProducerHeader agency={props.agency} choices={props.choices} parts={parts} current={part} onChoose={onChoose} />
      <p role="status" className={styles.said}>
        {said}
      </p>
      {part === null ? (
        <EmptyState title={t('producer.closed.title')} text={t('producer.closed.text')} />
      ) : (
        <Shown part={part} id={segments[2]} {...props} />
      )}
    </>
  )
}

function Shown({ part, id, ...props }: PartProps & { readonly part: ProducerPart; readonly id: string | undefined }) {
  switch (part) {
    case 'home':
      return <Home {...props} />
    case 'leads':
      return <AgencyLeads {...props} />
    case 'clients':
      return <Clients {...props} />
    case 'proposals':
      return id === undefined ? <Proposals {...props} /> : <ProposalPage proposalId={id} />
    case 'agents':
      return <Agents agency={props.agency} agentId={id} />
    case 'figures':
      return <FiguresPart />
    case 'credentials':
      return <Credentials />
    case 'preferences':
      return <Preferences {...props} />
  }
}

export const view: View = { title: 'producer.title', Component: ProducerPortal }
