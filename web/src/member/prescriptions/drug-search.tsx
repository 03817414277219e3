import type { PayloadOf } from '@portico/contract/call'
import { searchFormulary } from '@portico/contract/calls/medicines'
import { findOtherPurpose } from '@portico/rules/coverage/plan-kind'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useRoute } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { SafetyHelp } from '../../shared/safety/safety-help.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DrugItem } from './drug-item.tsx'
import styles from './drug-search.module.css'

type Found = PayloadOf<typeof searchFormulary>

/** The most drugs shown, and the fewest letters to search for. */
const [max, min] = [30, 2]

/** Finds a drug on the plan's list (MP-17). What is typed reveals health information, so it is never in the address. */
export function DrugSearch() {
  const t = useText()
  const { words = '' } = useRoute().query
  const [q, setQ] = useState(words)
  const [error, setError] = useState<string | undefined>(undefined)
  const [asked, setAsked] = useState(words.trim())
  /** Null: this year's list. */
  const [year, setYear] = useState<number | null>(null)
  const { last, value, loading, failed, reload } = useLoaded(
    async (signal) => {
      const body = { q: asked, ...(year !== null && { planYear: year }) }
      return { q: asked, result: await api.call(searchFormulary, { body, signal }) }
    },
    { key: `${year} ${asked}`, wanted: asked.length >= min },
  )
  const found = value ?? last

  const search = (typed: string) => {
    setQ(typed)
    const next = typed.trim()
    setError(next.length < min ? t('prescriptions.drugs-short') : undefined)
    if (next.length < min) return
    if (next === asked) reload()
    else setAsked(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(q)
  }
  return (
    <Card title={t('prescriptions.drugs')}>
      <p className={lettering.small}>{t('prescriptions.drugs-about')}</p>
      <search>
        <form onSubmit={submit} className={styles.form} noValidate>
          <TextField
            type="search"
            label={t('prescriptions.drugs-search')}
            hint={t('prescriptions.drugs-hint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={q}
            onValue={setQ}
            error={error}
          />
          <Button type="submit" variant="secondary" busy={loading}>
            {t('prescriptions.drugs-find')}
          </Button>
        </form>
        <SafetyHelp text={q} />
      </search>
      {found !== null && found.result.planYears.length > 1 && (
        <RadioGroup
          label={t('prescriptions.drugs-year')}
          options={found.result.planYears.map((one) => ({ value: String(one), label: String(one) }))}
          value={String(year ?? found.result.planYears[0])}
          onValue={(chosen) => setYear(Number(chosen))}
        />
      )}
      <Problem text={failed ? 'prescriptions.drugs-failed' : null} />
      <p role="status" className={styles.found}>
        {found?.result.known && formatFound(found.q, found.result.drugs.length)}
      </p>
      {found !== null && (
        <Results key={`${found.result.planYear} ${found.q}`} result={found.result} onSearch={search} />
      )}
    </Card>
  )

  function formatFound(of: string, count: number): string {
    return t(count >= max ? 'prescriptions.drugs-most' : 'prescriptions.drugs-found', { count, q: of })
  }
}

export function Results({ result, onSearch }: { readonly result: Found; readonly onSearch: (words: string) => void }) {
  const t = useText()
  const { known, drugs, nearest, planYear, planYears, planKinds } = result
  const purpose = findOtherPurpose(planKinds, 'drug')
  if (!known && (purpose !== null || planKinds.length === 0)) {
    return (
      <p>
        {t(`prescriptions.drugs-plan-${purpose ?? 'none'}`)} <PhoneLink />
      </p>
    )
  }
  if (!known) {
    return (
      <p>
        {t('prescriptions.drugs-unknown')} <PhoneLink />
      </p>
    )
  }
  return (
    <>
      {drugs.length === 0 ? (
        <div className={styles.none}>
          <p>{t(nearest.length > 0 ? 'prescriptions.drugs-nearest' : 'prescriptions.drugs-none')}</p>
          {nearest.map((name) => (
            <Button key={name} variant="secondary" onClick={() => onSearch(name)}>
              {name}
            </Button>
          ))}
        </div>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul className={styles.list} role="list">
          {drugs.map((drug) => (
            <li key={drug.drugId}>
              <DrugItem drug={drug} planYear={planYear} isAhead={planYear !== planYears[0]} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
