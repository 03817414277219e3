import { suggestProviders } from '@portico/contract/calls/finder'
import { shopDrugs } from '@portico/contract/calls/shop-care'
import { careLimits, coversDrugs, type Market, type PlanLine } from '@portico/rules/shop/lines'
import { TYPE_AHEAD_MS } from '@portico/rules/timing'
import { useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useRested } from '../../base/use-rested.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { SafetyHelp } from '../../shared/safety/safety-help.tsx'
import { type Care, changeShopping, useShopping } from '../../shared/shop-parts/basis.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './care.module.css'
import { CareLines } from './care-lines.tsx'
import shop from './shop.module.css'
import { usePlanCare } from './use-plan-care.ts'

/** Shorter words are not searched. */
const LEAST = 3

interface Plan {
  readonly planId: string
  readonly name: string
  readonly line: PlanLine
}

interface MyCareProps {
  readonly market: Market
  readonly planYear: number
  /** The plans whose drug lists are searched. */
  readonly plans: readonly Plan[]
  /** The plans whose results are shown here. */
  readonly told: readonly Plan[]
}

/** Doctors and drugs to look up in every plan (SH-4): they reveal health information and are never in the address. */
export function MyCare(props: MyCareProps) {
  return useArea('shop-care') && <OwnCare {...props} />
}

function OwnCare({ market, planYear, plans, told }: MyCareProps) {
  const t = useText()
  const { brand } = usePage()
  const { basis, care } = useShopping(market)
  const standings = usePlanCare(market, planYear, told)
  const change = (next: Partial<Care>) => changeShopping(market, { care: { ...care, ...next } })
  const common = { brand: brand.code, planYear }
  const planIds = plans.flatMap(({ planId, line }) => (coversDrugs(line) ? planId : [])).slice(0, careLimits.plans)
  return (
    <Card title={t('care.title')}>
      <div className={shop.stack}>
        <p className={lettering.small}>{t('care.about')}</p>
        <div className={styles.fields}>
          <Chooser
            label={t('care.doctor')}
            chosenLabel={t('care.chosen.doctors')}
            chosen={care.doctors.map(({ providerId: id, name }) => ({ id, name }))}
            most={careLimits.doctors}
            find={async (text, signal) => {
              const body = { brand: brand.code, text, place: basis?.zipCode ?? '' }
              const { providers } = await api.call(suggestProviders, { body, signal })
              const found = providers.map(({ providerId, name, city, state }) => ({
                id: providerId,
                name,
                about: [name, city, state].filter(Boolean).join(', '),
              }))
              return { found, none: t('care.doctor.none') }
            }}
            onChosen={(next) => change({ doctors: next.map(({ id, name }) => ({ providerId: id, name })) })}
          />
          {planIds.length > 0 && (
            <Chooser
              label={t('care.drug')}
              chosenLabel={t('care.chosen.drugs')}
              chosen={care.drugs.map(({ drugId: id, name }) => ({ id, name }))}
              most={careLimits.drugs}
              find={async (text, signal) => {
                const { known, drugs } = await api.call(shopDrugs, { body: { ...common, planIds, text }, signal })
                const found = drugs.map(({ drugId, name }) => ({ id: drugId, name, about: name }))
                return { found, none: t(known ? 'care.drug.none' : 'care.drug.unknown') }
              }}
              onChosen={(next) => change({ drugs: next.map(({ id, name }) => ({ drugId: id, name })) })}
            />
          )}
        </div>
        {standings.failed && <ErrorState onRetry={standings.reload} />}
        {told.map(({ planId, name }) => {
          const standing = standings.of(planId)
          if (standing === null) return null
          return (
            <div key={planId} className={styles.plan}>
              {told.length > 1 && <h3>{name}</h3>}
              <CareLines standing={standing} />
            </div>
          )
        })}
      </div>
    </Card>
  )
}

interface Named {
  readonly id: string
  readonly name: string
}

interface ChooserProps {
  readonly label: string
  readonly chosenLabel: string
  readonly chosen: readonly Named[]
  readonly most: number
  readonly find: (
    text: string,
    signal: AbortSignal,
  ) => Promise<{ readonly found: readonly (Named & { readonly about: string })[]; readonly none: string }>
  readonly onChosen: (next: readonly Named[]) => void
}

/** A search box with suggestions when typing pauses, and the items chosen. */
function Chooser({ label, chosenLabel, chosen, most, find, onChosen }: ChooserProps) {
  const t = useText()
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const typed = text.trim()
  const rested = useRested(typed, TYPE_AHEAD_MS)
  const isFull = chosen.length >= most
  const wanted = rested.length >= LEAST && rested === typed && !isFull
  const { value, failed } = useLoaded((signal) => find(rested, signal), { key: rested, wanted })
  const answer = wanted ? value : null
  const choose = (next: readonly Named[], words: string) => {
    onChosen(next)
    setText('')
    setSaid(words)
    // The clicked button disappears, so the focus moves.
    box.current?.focus()
  }
  const add = ({ id, name }: Named) =>
    choose([...chosen.filter((one) => one.id !== id), { id, name }], t('care.added', { name }))
  const status = answer === null ? said : answer.found.length === 0 ? answer.none : formatFound(answer.found.length)
  return (
    <div className={styles.field}>
      <TextField
        ref={box}
        type="search"
        label={label}
        hint={t('care.hint')}
        error={typed !== '' && isFull ? t('care.full') : failed && wanted ? t('care.find.failed') : undefined}
        value={text}
        maxLength={careLimits.words}
        autoComplete="off"
        spellCheck={false}
        onValue={(next) => {
          setText(next)
          setSaid('')
        }}
      />
      <SafetyHelp text={text} />
      <p role="status" className={lettering.small}>
        {status}
      </p>
      {answer !== null && answer.found.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul className={styles.found} role="list">
          {answer.found.map((one) => (
            <li key={one.id}>
              <Button variant="secondary" onClick={() => add(one)}>
                {t('care.add', { name: one.about })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <ChosenList
          label={chosenLabel}
          chosen={chosen}
          onRemove={({ id, name }) =>
            choose(
              chosen.filter((one) => one.id !== id),
              t('care.removed', { name }),
            )
          }
        />
      )}
    </div>
  )

  function formatFound(count: number): string {
    return t('care.found', { count })
  }
}

interface ChosenListProps {
  readonly label: string
  readonly chosen: readonly Named[]
  readonly onRemove: (one: Named) => void
}

function ChosenList({ label, chosen, onRemove }: ChosenListProps) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul className={styles.lines} role="list" aria-label={label}>
      {chosen.map((one) => (
        <li key={one.id} className={styles.chosen}>
          <span>{one.name}</span>
          <Button variant="quiet" aria-label={t('care.remove.name', { name: one.name })} onClick={() => onRemove(one)}>
            {t('care.remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
