import { findServices, keptEstimates } from '@portico/contract/calls/cost'
import { readProvider } from '@portico/contract/calls/finder'
import { findOtherPurpose } from '@portico/rules/coverage/plan-kind'
import { limits } from '@portico/rules/limits'
import { checkSearch } from '@portico/rules/validation/search'
import { SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { createEntryMemory } from '../../base/router/entry-memory.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useRoute } from '../../base/router/navigation.ts'
import { useParts } from '../../base/router/use-parts.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import { Page } from '../../kit/layout/page.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { SafetyHelp } from '../../shared/safety/safety-help.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './cost-view.module.css'
import { FoundList } from './found-list.tsx'
import { KeptCard } from './kept-card.tsx'
import { ServiceCost } from './service-cost.tsx'
import type { FoundService } from './types.ts'

const searches = createEntryMemory<{
  readonly term: string | null
  /** The kinds of care opened so far. */
  readonly opened: readonly FoundService[]
}>({
  name: 'cost',
  toStored: (kept) => kept,
  fromStored: (stored) => {
    const { term, opened } = (stored ?? {}) as { readonly term?: unknown; readonly opened?: unknown }
    const isTerm = term === null || typeof term === 'string'
    return isTerm && Array.isArray(opened) ? { term, opened: opened.filter(isFoundService) } : null
  },
})

function isFoundService(one: unknown): one is FoundService {
  const service = (one ?? {}) as Partial<Record<keyof FoundService, unknown>>
  return [service.type, service.code, service.name].every((text) => typeof text === 'string')
}

const toCareKey = ({ type, code }: FoundService) => `${type} ${code}`

/** The cost of care before it is given (MP-26). Search words reveal health information: they are only in the page and in request bodies. */
function CareCost() {
  const t = useText()
  const parts = useParts()
  const { words, provider, care } = useRoute().query
  const at = useProvider(provider)
  const [kept] = useState(searches.recall)
  const inAddress = words !== undefined && checkSearch(words) === null ? words.trim() : null
  const [term, setTerm] = useState(kept?.term ?? inAddress)
  const [opened, setOpened] = useState(kept?.opened ?? [])
  // The costs of a kind of care have their own entry in the browser's history.
  const chosen = opened.find((one) => toCareKey(one) === care) ?? null
  useEffect(() => searches.keep({ term, opened }))
  useFocusOnReturn(chosen === null)
  // What care someone is considering is private.
  const isViewing = Boolean(usePage().session?.simulation?.scopes)
  const estimates = useLoaded((signal) => api.call(keptEstimates, { signal }), { wanted: !isViewing })
  return (
    <Page title={t('cost.title')} about={t('cost.about')} className={styles.view}>
      {at !== null && (
        <p className={styles.at}>
          <strong>{t('cost.at', { name: at.name })}</strong>
          <Link to={links.findDoctor({ provider: at.npi })}>{t('cost.at-back')}</Link>
        </p>
      )}
      {chosen === null ? (
        <Card className={styles.searching}>
          <SearchForm term={term ?? ''} onSearch={setTerm} />
          {term !== null && (
            <FoundServices
              term={term}
              onChoose={(one) => {
                setOpened([...opened.filter((other) => toCareKey(other) !== toCareKey(one)), one])
                parts.open(links.careCost({ words, provider, care: toCareKey(one) }))
              }}
            />
          )}
        </Card>
      ) : (
        <ServiceCost
          key={care}
          service={chosen}
          provider={at}
          onBack={() => parts.close(links.careCost({ words, provider }))}
          onKept={(one) =>
            estimates.change(({ estimates: others, total }) => ({ estimates: [one, ...others], total: total + 1 }))
          }
        />
      )}
      {estimates.value !== null && <KeptCard {...estimates.value} />}
      {estimates.failed && (
        <Card title={t('cost.kept')}>
          <ErrorState onRetry={estimates.reload} />
        </Card>
      )}
    </Page>
  )
}

const formId = 'care-cost'

/** When an estimate closes, by the page's or the browser's Back, the focus moves to the search box. */
function useFocusOnReturn(isSearching: boolean) {
  const was = useRef(isSearching)
  useEffect(() => {
    if (isSearching && !was.current) document.getElementById(`${formId}-search`)?.focus()
    was.current = isSearching
  }, [isSearching])
}

/** The provider whose page the visit comes from; null if there is none, or they are not in the directory. */
function useProvider(npi: string | undefined) {
  const { code } = usePage().brand
  const { value } = useLoaded(
    (signal) => api.call(readProvider, { body: { brand: code, providerIds: [npi ?? ''], place: '' }, signal }),
    { key: npi ?? '', wanted: npi !== undefined },
  )
  const [entry] = value?.entries ?? []
  return npi === undefined || entry === undefined ? null : { npi, name: entry.name }
}

interface SearchFormProps {
  readonly term: string
  readonly onSearch: (words: string) => void
}

function SearchForm({ term, onSearch }: SearchFormProps) {
  const t = useText()
  const form = useForm({
    id: formId,
    initial: { search: term },
    secret: 'personal',
    label: () => t('cost.search'),
    check: (_, { search }) => checkSearch(search),
  })
  return (
    <search>
      <FormFrame
        form={form}
        className={styles.form}
        onSubmit={(event) => void form.submit(event, async ({ search }) => onSearch(search.trim()))}
      >
        <TextField
          type="search"
          label={t('cost.search')}
          hint={t('cost.search-hint')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.search.max}
          {...form.field('search')}
        />
        <Button type="submit">{t('cost.search-button')}</Button>
      </FormFrame>
      <SafetyHelp text={form.values.search} />
    </search>
  )
}

function FoundServices({ term, onChoose }: { readonly term: string; readonly onChoose: (one: FoundService) => void }) {
  const t = useText()
  const { value, loading, failed, reload } = useLoaded(
    (signal) => api.call(findServices, { body: { search: term }, signal }),
    { key: term },
  )
  const purpose = value && findOtherPurpose(value.planKinds, 'medical')
  // The agreed prices are for members of medical plans.
  const found = purpose === null ? (value?.services ?? []) : []
  const isOther = purpose !== null || value?.planKinds.length === 0
  return (
    <div className={styles.results}>
      <p role="status" className={styles.status}>
        {loading
          ? t('cost.searching')
          : value !== null &&
            purpose === null &&
            (found.length > 0 ? t('cost.found', { count: found.length }) : t('cost.none-title', { term }))}
      </p>
      {loading && value === null && <Skeleton shape="block" />}
      {failed && <ErrorState onRetry={reload} />}
      {isOther && (
        <Alert tone="info">
          <p>{t(`cost.plan-${purpose ?? 'none'}`)}</p>
        </Alert>
      )}
      {value !== null && purpose === null && found.length === 0 && (
        <EmptyState
          icon={<SearchX />}
          title={t('cost.none-title', { term })}
          text={t('cost.none')}
          action={<PhoneLink />}
        />
      )}
      <FoundList found={found} onChoose={onChoose} />
    </div>
  )
}

export const view: View = { title: 'cost.title', Component: CareCost }
