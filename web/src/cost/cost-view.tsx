import { findServices, keptEstimates } from '@portico/contract/calls/cost'
import { readProvider } from '@portico/contract/calls/finder'
import { limits } from '@portico/rules/limits'
import { checkSearch } from '@portico/rules/validation/search'
import { SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { FormFrame } from '../forms/form-frame.tsx'
import { useForm } from '../forms/use-form.ts'
import { Page } from '../layout/page.tsx'
import { usePage } from '../page-state.tsx'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import { useRoute } from '../router/navigation.ts'
import type { View } from '../router/view.ts'
import { PhoneLink } from '../shell/phone-link.tsx'
import { useText } from '../texts/text.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './cost-view.module.css'
import { KeptCard } from './kept-card.tsx'
import { ServiceCost } from './service-cost.tsx'
import type { FoundService } from './types.ts'

/**
 * What care costs before it is given (MP-26). Search words reveal health information: they are only in the page and in request
 * bodies.
 */
function CareCost() {
  const t = useText()
  const { words, provider } = useRoute().query
  const at = useProvider(provider)
  const [term, setTerm] = useState(words !== undefined && checkSearch(words) === null ? words.trim() : null)
  const [chosen, setChosen] = useState<FoundService | null>(null)
  const [isBack, setBack] = useState(false)
  // What care someone is considering is private.
  const isViewing = Boolean(usePage().session?.simulation?.scopes)
  const kept = useLoaded((signal) => api.call(keptEstimates, { signal }), { wanted: !isViewing })
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
          <SearchForm
            term={term ?? ''}
            isBack={isBack}
            onSearch={(words) => {
              setTerm(words)
            }}
          />
          {term !== null && <FoundServices term={term} onChoose={setChosen} />}
        </Card>
      ) : (
        <ServiceCost
          key={`${chosen.type} ${chosen.code}`}
          service={chosen}
          provider={at}
          onBack={() => {
            setChosen(null)
            setBack(true)
          }}
          onKept={(one) =>
            kept.change(({ estimates, total }) => ({ estimates: [one, ...estimates], total: total + 1 }))
          }
        />
      )}
      {kept.value !== null && <KeptCard {...kept.value} />}
      {kept.failed && (
        <Card title={t('cost.kept')}>
          <ErrorState onRetry={kept.reload} />
        </Card>
      )}
    </Page>
  )
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
  /** Whether someone came back to it from an estimate, with a button that is gone. */
  readonly isBack: boolean
  readonly onSearch: (words: string) => void
}

function SearchForm({ term, isBack, onSearch }: SearchFormProps) {
  const t = useText()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isBack) box.current?.querySelector('input')?.focus()
  }, [isBack])
  const form = useForm({
    id: 'care-cost',
    initial: { search: term },
    secret: 'personal',
    label: () => t('cost.search'),
    check: (_, { search }) => checkSearch(search),
  })
  return (
    <search ref={box}>
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
          className={styles.words}
          {...form.field('search')}
        />
        <Button type="submit">{t('cost.search-button')}</Button>
      </FormFrame>
    </search>
  )
}

function FoundServices({ term, onChoose }: { readonly term: string; readonly onChoose: (one: FoundService) => void }) {
  const t = useText()
  const { value, loading, failed, reload } = useLoaded(
    (signal) => api.call(findServices, { body: { search: term }, signal }),
    { key: term },
  )
  const found = value?.services ?? []
  return (
    <div className={styles.results}>
      <p role="status" className={styles.status}>
        {loading ? t('cost.searching') : found.length > 0 && t('cost.found', { count: found.length })}
      </p>
      {loading && value === null && <Skeleton shape="block" />}
      {failed && <ErrorState onRetry={reload} />}
      {value !== null && found.length === 0 && (
        <EmptyState
          icon={<SearchX />}
          title={t('cost.none-title', { term })}
          text={t('cost.none')}
          action={<PhoneLink />}
        />
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul role="list" className={styles.found}>
        {found.map((service) => (
          <li key={`${service.type} ${service.code}`}>
            <button type="button" className={styles.service} onClick={() => onChoose(service)}>
              <span lang={service.spoken} className={styles.name}>
                {service.name}
              </span>
              <span className={styles.note}>{t('cost.code', { code: service.code })}</span>
              {!service.priced && <Badge tone="neutral">{t('cost.no-price')}</Badge>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const view: View = { title: 'cost.title', Component: CareCost }
