import type { PayloadOf } from '@portico/contract/call'
import { dataDesk, decideDataChange } from '@portico/contract/calls/people-data'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './administration.module.css'
import { DataForm, type DataStart } from './data-form.tsx'
import { ErasurePreview } from './erasure-preview.tsx'
import { Receipt } from './receipt.tsx'

type Desk = PayloadOf<typeof dataDesk>

const load = (signal: AbortSignal) => api.call(dataDesk, { signal })

const findBrandName = ({ brands }: Desk, brand: string) => brands.find(({ code }) => code === brand)?.name ?? brand

/** Two administrators' actions on people's data: erase, hold, withdraw, send again (OP-7, RG-3). */
export function PeopleData() {
  const t = useText()
  const { value: desk, failed, reload } = useLoaded(load)
  const [said, setSaid] = useState('')
  const [start, setStart] = useState<DataStart | null>(null)
  if (desk === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  const onDone = (words: string) => {
    setSaid(words)
    setStart(null)
    reload()
  }
  return (
    <div className={styles.cards}>
      <p role="status" className={styles.wide}>
        {said}
      </p>
      <Card title={t('administration.data.ask')} className={styles.wide}>
        <p className={lettering.key}>{t('administration.data.about')}</p>
        {start === null ? (
          <div className={styles.buttons}>
            <Button onClick={() => setStart({ kind: 'erase', brand: desk.brands[0]?.code ?? '', number: '' })}>
              {t('administration.data.open')}
            </Button>
          </div>
        ) : (
          <DataForm
            key={`${start.kind} ${start.number}`}
            brands={desk.brands}
            start={start}
            onAsked={() => onDone(t('administration.data.asked'))}
            onCancel={() => setStart(null)}
          />
        )}
      </Card>
      <Waiting desk={desk} onDone={onDone} />
      <Holds desk={desk} onAsk={setStart} />
      <DeadEmails desk={desk} onAsk={setStart} />
      <Erasures desk={desk} />
    </div>
  )
}

interface PartProps {
  readonly desk: Desk
}

function Waiting({ desk, onDone }: PartProps & { readonly onDone: (words: string) => void }) {
  const t = useText()
  const format = useMomentFormat()
  const action = useAction(
    { CONFLICT: 'administration.data.conflict', 'NOT-FOUND': 'administration.data.gone' },
    'administration.failed',
  )
  const decide = (requestId: string, confirm: boolean) =>
    action.run(async () => {
      await api.call(decideDataChange, { params: { askedId: requestId }, body: { confirm } })
      onDone(t(confirm ? 'administration.data.confirmed' : 'administration.data.dropped'))
    })
  return (
    <Card title={t('administration.data.waiting')} className={styles.wide}>
      {desk.requests.length === 0 && <p className={lettering.key}>{t('administration.data.waiting-none')}</p>}
      <ul className={styles.plain}>
        {desk.requests.map((one) => (
          <li key={one.requestId} className={styles.request}>
            <div>
              <p className={lettering.name}>
                {t(`administration.data.kind-${one.kind}`)}: {one.number}
              </p>
              <p>
                {findBrandName(desk, one.brand)} · {one.reason}
              </p>
              <p className={lettering.key}>
                {t('administration.request.asked', {
                  by: one.askedBy,
                  at: format.dateTime(one.askedAt),
                  until: format.dateTime(one.expiresAt),
                })}
              </p>
              {one.own && <p>{t('administration.data.own')}</p>}
              {one.kind === 'erase' && (
                <ErasurePreview of={{ askedId: one.requestId, brand: one.brand, number: one.number }} isReady />
              )}
            </div>
            <div className={styles.buttons}>
              {!one.own && (
                <Button
                  busy={action.busy}
                  aria-label={t('administration.data.confirm-named', { number: one.number })}
                  onClick={() => decide(one.requestId, true)}
                >
                  {t('administration.request.confirm')}
                </Button>
              )}
              <Button
                variant="quiet"
                busy={action.busy}
                aria-label={t('administration.data.drop-named', { number: one.number })}
                onClick={() => decide(one.requestId, false)}
              >
                {t('administration.request.drop')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Problem text={action.problem} />
    </Card>
  )
}

interface AskingProps extends PartProps {
  readonly onAsk: (start: DataStart) => void
}

function Holds({ desk, onAsk }: AskingProps) {
  const t = useText()
  const format = useMomentFormat()
  return (
    <Card title={t('administration.data.holds')}>
      {desk.holds.length === 0 && <p className={lettering.key}>{t('administration.data.holds-none')}</p>}
      <ul className={styles.plain}>
        {desk.holds.map((one) => (
          <li key={`${one.brand} ${one.number}`} className={styles.request}>
            <div>
              <p className={lettering.name}>
                {findBrandName(desk, one.brand)} · {one.number}
              </p>
              <p className={lettering.key}>
                {t('administration.data.held', {
                  matter: one.matter,
                  by: one.placedBy,
                  at: format.dateTime(one.placedAt),
                })}
              </p>
            </div>
            <Button
              variant="quiet"
              aria-label={t('administration.data.lift-named', { number: one.number })}
              onClick={() => onAsk({ kind: 'lift-hold', brand: one.brand, number: one.number })}
            >
              {t('administration.data.lift')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function DeadEmails({ desk, onAsk }: AskingProps) {
  const t = useText()
  const format = useMomentFormat()
  return (
    <Card title={t('administration.data.emails')}>
      {desk.deadEmails.length === 0 && <p className={lettering.key}>{t('administration.data.emails-none')}</p>}
      <ul className={styles.plain}>
        {desk.deadEmails.map((one) => (
          <li key={one.emailId} className={styles.request}>
            <div>
              <p className={lettering.name}>
                {findBrandName(desk, one.brand)} · {one.subject}
              </p>
              <p className={lettering.key}>{format.dateTime(one.createdAt)}</p>
            </div>
            <Button
              variant="quiet"
              onClick={() => onAsk({ kind: 'send-again', brand: one.brand, number: one.emailId })}
            >
              {t('administration.data.send')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Erasures({ desk }: PartProps) {
  const t = useText()
  const format = useMomentFormat()
  return (
    <Card title={t('administration.data.erasures')} className={styles.wide}>
      {desk.erasures.length === 0 && <p className={lettering.key}>{t('administration.data.erasures-none')}</p>}
      <ul className={styles.plain}>
        {desk.erasures.map((one) => (
          <li key={one.erasureId}>
            <p className={lettering.name}>
              {t('administration.data.erased', {
                brand: findBrandName(desk, one.brand),
                by: one.by,
                at: format.dateTime(one.at),
              })}
            </p>
            <p>{one.reason}</p>
            <Receipt receipt={one.receipt} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
