import { handOverClients } from '@portico/contract/calls/clients'
import { maxHandedOver } from '@portico/rules/agencies/hand-over'
import { useState } from 'react'
import { api } from '../base/api/api.ts'
import { useAction } from '../base/api/use-action.ts'
import { useText } from '../base/texts/text.tsx'
import { Options } from '../kit/forms/options.tsx'
import { Problem } from '../kit/forms/problem.tsx'
import lettering from '../kit/layout/lettering.module.css'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldGroup } from '../ui/field-group.tsx'
import { Select } from '../ui/select.tsx'
import styles from './producer.module.css'
import type { Book } from './types.ts'

interface HandOverProps {
  readonly clients: Book['clients']
  readonly agents: NonNullable<Book['agents']>
  /** The agent whose clients are shown first; empty for clients without an agent. */
  readonly from: string
  readonly onDone: (words: string) => void
  readonly onClose: () => void
}

/** Transfers one, several or all clients of an agent to another, after a confirmation (AG-5). */
export function HandOver({ clients, agents, from: first, onDone, onClose }: HandOverProps) {
  const t = useText()
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [missing, setMissing] = useState(false)
  const [asking, setAsking] = useState(false)
  const action = useAction(
    { CONFLICT: 'producer.hand-over.changed', 'NOT-FOUND': 'producer.hand-over.changed' },
    'producer.failed',
  )
  const theirs = clients.filter(({ agent }) => (agent?.agentId ?? '') === from)
  const named = { count: chosen.length, name: agents.find(({ agentId }) => agentId === to)?.name ?? '' }
  const hand = () =>
    action.run(async () => {
      const wanted = theirs.slice(0, maxHandedOver).filter(({ clientId }) => chosen.includes(clientId))
      const body = { agentId: to, clients: wanted.map(({ clientId, version }) => ({ clientId, version })) }
      const { handedOver } = await api.call(handOverClients, { body })
      onDone(t('producer.hand-over.done', { ...named, count: handedOver }))
    })
  if (asking) {
    const title = t('producer.hand-over.confirm', named)
    return <ConfirmDialog {...{ title, action }} onYes={hand} onBack={() => setAsking(false)} onClose={onClose} />
  }
  const next = () => {
    const isComplete = to !== '' && chosen.length > 0
    setMissing(!isComplete)
    setAsking(isComplete)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('producer.hand-over')}
      actions={
        <>
          <Button onClick={next}>{t('producer.hand-over.next')}</Button>
          <Button variant="quiet" onClick={onClose}>
            {t('form.cancel')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Select
          label={t('producer.hand-over.from')}
          value={from}
          onValue={(agentId) => {
            setFrom(agentId)
            setChosen([])
            if (to === agentId) setTo('')
          }}
        >
          <option value="">{t('producer.clients.nobody')}</option>
          <Options of={agents} value={({ agentId }) => agentId} text={({ name }) => name} />
        </Select>
        <ClientChoice clients={theirs} chosen={chosen} missing={missing} onChoose={setChosen} />
        <Select
          label={t('producer.hand-over.to')}
          value={to}
          error={missing && to === '' ? t('producer.hand-over.choose-agent') : undefined}
          onValue={setTo}
        >
          <option value="">{t('producer.hand-over.to.none')}</option>
          <Options
            of={agents.filter(({ agentId }) => agentId !== from)}
            value={({ agentId }) => agentId}
            text={({ name }) => name}
          />
        </Select>
      </div>
    </Dialog>
  )
}

interface ClientChoiceProps {
  /** The agent's clients. */
  readonly clients: Book['clients']
  readonly chosen: readonly string[]
  /** Whether someone has tried to continue without choosing any. */
  readonly missing: boolean
  readonly onChoose: (chosen: readonly string[]) => void
}

/** One, several or all of an agent's clients, up to the number that can be handed over at once. */
function ClientChoice({ clients, chosen, missing, onChoose }: ClientChoiceProps) {
  const t = useText()
  const shown = clients.slice(0, maxHandedOver)
  if (shown.length === 0) return <p>{t('producer.hand-over.none')}</p>
  return (
    <FieldGroup
      label={t('producer.hand-over.clients')}
      error={missing && chosen.length === 0 ? t('producer.hand-over.choose') : undefined}
    >
      <div className={styles.stack}>
        {clients.length > shown.length && (
          <p className={lettering.key}>{t('producer.hand-over.most', { count: shown.length })}</p>
        )}
        {shown.length > 1 && (
          <Checkbox
            label={t('producer.hand-over.all', { count: shown.length })}
            checked={chosen.length === shown.length}
            onValue={(on) => onChoose(on ? shown.map(({ clientId }) => clientId) : [])}
          />
        )}
        {shown.map(({ clientId, firstName, lastName }) => (
          <Checkbox
            key={clientId}
            label={`${firstName} ${lastName}`}
            checked={chosen.includes(clientId)}
            onValue={(on) => onChoose(on ? [...chosen, clientId] : chosen.filter((other) => other !== clientId))}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

interface ConfirmDialogProps {
  readonly title: string
  readonly action: ReturnType<typeof useAction>
  readonly onYes: () => void
  readonly onBack: () => void
  readonly onClose: () => void
}

function ConfirmDialog({ title, action, onYes, onBack, onClose }: ConfirmDialogProps) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button busy={action.busy} onClick={onYes}>
            {t('producer.hand-over.yes')}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            {t('producer.hand-over.back')}
          </Button>
        </>
      }
    >
      <p>{t('producer.hand-over.confirm-text')}</p>
      <Problem text={action.problem} />
    </Dialog>
  )
}
