import type { PayloadOf } from '@portico/contract/call'
import { listPlanPeers, savePlanPeer } from '@portico/contract/calls/plan-peers'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'

type Peers = PayloadOf<typeof listPlanPeers>
type Peer = Peers['peers'][number]

const load = (signal: AbortSignal) => api.call(listPlanPeers, { signal })
const empty = { name: '', fhirBase: '', ourClientId: '', ourNumber: '', isOn: true }

/** The plans that can be asked for records of their former members (OS-55). */
export function OtherPlans() {
  const t = useText()
  const { value, change } = useLoaded(load)
  const [saved, setSaved] = useState(0)
  if (value === null) return null
  const onPeers = (peers: Peers) => {
    change(() => peers)
    setSaved((times) => times + 1)
  }
  return (
    <section aria-labelledby="other-plans" className={styles.section}>
      <h2 id="other-plans" className={styles.title}>
        {t('administration.peers.title')}
      </h2>
      <p className={lettering.key}>{t('administration.peers.about', { keys: `${location.origin}/connect/…/keys` })}</p>
      <p role="status">{saved > 0 && t('administration.peers.saved')}</p>
      <div className={styles.cards}>
        {value.peers.length === 0 && <p>{t('administration.peers.none')}</p>}
        {value.peers.map((peer) => (
          <PeerCard key={peer.peerId} peer={peer} />
        ))}
        <PeerForm key={saved} onPeers={onPeers} />
      </div>
    </section>
  )
}

function PeerCard({ peer }: { readonly peer: Peer }) {
  const t = useText()
  const { asked, received, failed } = peer
  return (
    <Card
      title={<bdi>{peer.name}</bdi>}
      action={!peer.isOn && <Badge tone="neutral">{t('administration.peers.off')}</Badge>}
    >
      <p>
        <bdi>{peer.fhirBase}</bdi>
      </p>
      <p className={lettering.key}>{t('administration.peers.counts', { asked, received, failed })}</p>
    </Card>
  )
}

/** Adds a plan, or changes the plan that already has this address. */
function PeerForm({ onPeers }: { readonly onPeers: (peers: Peers) => void }) {
  const t = useText()
  const [peer, setPeer] = useState(empty)
  const action = useAction({ 'FIELD-INVALID': 'administration.peers.wrong' })
  const save = (event: FormEvent) => {
    event.preventDefault()
    return action.run(async () => onPeers(await api.call(savePlanPeer, { body: peer })))
  }
  return (
    <form onSubmit={save} className={styles.form}>
      <TextField
        label={t('administration.peers.name')}
        value={peer.name}
        maxLength={80}
        onValue={(name) => setPeer({ ...peer, name })}
      />
      <TextField
        label={t('administration.peers.base')}
        value={peer.fhirBase}
        maxLength={300}
        onValue={(fhirBase) => setPeer({ ...peer, fhirBase })}
      />
      <TextField
        label={t('administration.peers.client')}
        value={peer.ourClientId}
        maxLength={200}
        onValue={(ourClientId) => setPeer({ ...peer, ourClientId })}
      />
      <TextField
        label={t('administration.peers.number')}
        value={peer.ourNumber}
        maxLength={10}
        onValue={(ourNumber) => setPeer({ ...peer, ourNumber })}
      />
      <Checkbox
        label={t('administration.peers.on')}
        checked={peer.isOn}
        onValue={(isOn) => setPeer({ ...peer, isOn })}
      />
      <Problem text={action.problem} />
      <div>
        <Button type="submit" busy={action.busy}>
          {t('administration.peers.save')}
        </Button>
      </div>
    </form>
  )
}
