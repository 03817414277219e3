import type { PayloadOf } from '@portico/contract/call'
import { askDataChange, type dataDesk } from '@portico/contract/calls/people-data'
import { type DataChange, dataChanges } from '@portico/rules/staff/data-changes'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'
import { ErasurePreview } from './erasure-preview.tsx'

export interface DataStart {
  readonly kind: DataChange
  readonly brand: string
  readonly number: string
}

interface DataFormProps {
  readonly brands: PayloadOf<typeof dataDesk>['brands']
  readonly start: DataStart
  readonly onAsked: () => void
  readonly onCancel: () => void
}

const numbers = {
  erase: 'administration.data.member-number',
  hold: 'administration.data.member-number',
  'lift-hold': 'administration.data.member-number',
  'withdraw-claim': 'administration.data.claim-number',
  'send-again': 'administration.data.email-id',
} as const

/** Asks another administrator to confirm a change of someone's data. */
export function DataForm({ brands, start, onAsked, onCancel }: DataFormProps) {
  const t = useText()
  const [kind, setKind] = useState<DataChange>(start.kind)
  const [brand, setBrand] = useState(start.brand)
  const [number, setNumber] = useState(start.number)
  const [reason, setReason] = useState('')
  const form = useRef<HTMLFormElement>(null)
  // The form may open far above the button that was pressed.
  useEffect(() => form.current?.querySelector('select')?.focus(), [])
  const action = useAction(
    {
      'NOT-FOUND': 'administration.data.not-found',
      CONFLICT: 'administration.data.not-now',
      'FIELD-INVALID': 'administration.data.wrong',
    },
    'administration.failed',
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    return action.run(async () => {
      await api.call(askDataChange, { body: { kind, brand, number, reason } })
      onAsked()
    })
  }
  return (
    <form ref={form} method="post" className={styles.form} onSubmit={submit}>
      <Select
        label={t('administration.data.what')}
        value={kind}
        onValue={(value) => setKind(dataChanges.find((one) => one === value) ?? kind)}
      >
        <Options of={dataChanges} text={(one) => t(`administration.data.kind-${one}`)} />
      </Select>
      <p className={lettering.key}>{t(`administration.data.does-${kind}`)}</p>
      <Select label={t('administration.data.brand')} value={brand} onValue={setBrand}>
        <Options of={brands} value={({ code }) => code} text={({ name }) => name} />
      </Select>
      <TextField
        label={t(numbers[kind])}
        value={number}
        maxLength={60}
        autoComplete="off"
        onValue={setNumber}
        required
      />
      <TextField
        label={t('administration.data.reason')}
        hint={t('administration.data.reason-hint')}
        value={reason}
        maxLength={200}
        minLength={3}
        autoComplete="off"
        onValue={setReason}
        required
      />
      {kind === 'erase' && (
        <ErasurePreview
          key={`${brand} ${number}`}
          of={{ askedId: null, brand, number: number.trim() }}
          isReady={number.trim() !== ''}
        />
      )}
      <Problem text={action.problem} />
      <div className={styles.buttons}>
        <Button type="submit" busy={action.busy}>
          {t('administration.data.submit')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
      </div>
    </form>
  )
}
