import { choosePrimaryCare } from '@portico/contract/calls/finder'
import { findAgeMisfit } from '@portico/rules/finder/primary-care'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { enqueue, fullName } from './entry-item.tsx'
import styles from './finder.module.css'
import type { EntryData, MemberData } from './types.ts'

interface PrimaryChoicesProps {
  /** The provider's places, the first one first. */
  readonly entries: readonly EntryData[]
  readonly mine: MemberData
  readonly onMine: (next: (mine: MemberData) => MemberData) => void
  /** Called with a text that says what was done, to be announced. */
  readonly onDone: (said: string) => void
}

/** Someone who has or may choose a primary doctor: the member, or a child for whom they decide. */
interface Chooser {
  /** Null: the member. */
  readonly personId: string | null
  readonly firstName: string | null
  readonly age: number
  readonly primaryCare: MemberData['primaryCare']
}

/** Chooses a provider as primary doctor, for the member and each child whose age the provider accepts, after confirmation (MP-23). */
export function PrimaryChoices({ entries, mine, onMine, onDone }: PrimaryChoicesProps) {
  const t = useText()
  const [asking, setAsking] = useState<Chooser | null>(null)
  const [first] = entries
  const mayBe = entries.some(({ networks }) =>
    networks.some((one) => one.primaryCare && mine.networks.some(({ networkId }) => networkId === one.networkId)),
  )
  if (first === undefined) return null
  const { providerId } = first
  const specialties = entries.flatMap((one) => one.specialties.map(({ id }) => id))
  const choosers: readonly Chooser[] = [
    { personId: null, firstName: null, age: mine.age, primaryCare: mine.primaryCare },
    ...mine.children,
  ]
  const [misfit] = choosers.flatMap(({ age }) => findAgeMisfit(specialties, age) ?? [])
  const isTheirs = (one: Chooser) => one.primaryCare?.providerId === providerId
  const name = fullName(first)
  const nameLabel = (one: Chooser) =>
    isTheirs(one)
      ? one.firstName === null
        ? t('finder.primary-end')
        : t('finder.primary-end-for', { name: one.firstName })
      : one.firstName === null
        ? t('finder.primary')
        : t('finder.primary-for', { name: one.firstName })
  const describe = (one: Chooser) => {
    const values = { doctor: name, name: one.firstName ?? '', before: one.primaryCare?.name ?? '' }
    if (isTheirs(one)) return t('finder.primary-end-text', values)
    const whose = one.firstName === null ? t('finder.primary-text', values) : t('finder.primary-for-text', values)
    return one.primaryCare === null ? whose : `${whose} ${t('finder.primary-before', values)}`
  }
  const confirm = async () => {
    if (asking === null) return
    const chosen = isTheirs(asking) ? null : providerId
    const whose = asking.personId === null ? {} : { personId: asking.personId }
    const next = await enqueue(() => api.call(choosePrimaryCare, { body: { chosen, ...whose } }))
    onMine(() => next)
    onDone(
      chosen === null
        ? t('finder.primary-ended', { doctor: name })
        : asking.firstName === null
          ? t('finder.primary-done')
          : t('finder.primary-done-for', { name: asking.firstName }),
    )
  }
  return (
    <>
      {choosers
        .filter((one) => isTheirs(one) || (mayBe && findAgeMisfit(specialties, one.age) === null))
        .map((one) => (
          <Button key={one.personId ?? ''} variant="secondary" onClick={() => setAsking(one)}>
            {nameLabel(one)}
          </Button>
        ))}
      {mayBe && misfit !== undefined && <p className={styles.small}>{t(`finder.primary-${misfit}`)}</p>}
      <ConfirmDialog
        open={asking !== null}
        title={asking === null ? '' : nameLabel(asking)}
        text={asking === null ? '' : describe(asking)}
        action={t(asking !== null && isTheirs(asking) ? 'finder.primary-confirm-end' : 'finder.primary-confirm')}
        harmless={asking === null || !isTheirs(asking)}
        problems={{
          codes: {
            CONFLICT: 'finder.primary-no',
            'FIELD-INVALID': 'finder.primary-no',
          },
        }}
        onClose={() => setAsking(null)}
        onConfirm={confirm}
      />
    </>
  )
}
