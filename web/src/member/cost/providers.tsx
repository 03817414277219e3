import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { PlaceMap } from '../../shared/place-map/place-map.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusOn } from '../../ui/focus.ts'
import { Select } from '../../ui/select.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { AgreedPrice } from './agreed-price.tsx'
import { CostArithmetic } from './arithmetic.tsx'
import styles from './cost-view.module.css'
import type { CostData, PlacedCost, ProviderCost } from './types.ts'
import { useAmount } from './use-amount.ts'

const sorts = ['price', 'distance'] as const
export type Sort = (typeof sorts)[number]

interface ProvidersProps {
  readonly cost: CostData
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  /** The provider to list first; null for none. */
  readonly wanted: { readonly npi: string; readonly name: string } | null
  /** Null: the reader may not save estimates. */
  readonly keep: ((price: ProviderCost) => void) | null
  readonly busy: boolean
}

/** Who in the network offers the care, at what price and how far away, on a list and a map (MP-26). */
export function Providers(props: ProvidersProps) {
  const { cost, sort, onSort, wanted } = props
  const t = useText()
  const { dateLong } = useFormat()
  const { providers, pricesOf, place, map, total } = cost
  if (providers.length === 0)
    return (
      <Card title={t('cost.providers')}>
        <EmptyState title={t('cost.providers-none')} text={t('cost.providers-none-text')} action={<PhoneLink />} />
      </Card>
    )
  const placed = listPlaced(providers)
  const isAsWanted = wanted === null || providers[0]?.npi === wanted.npi
  return (
    <Card title={t('cost.providers')}>
      {!isAsWanted && (
        <Alert tone="info">
          <p>{t('cost.at-none', { name: wanted.name })}</p>
        </Alert>
      )}
      {pricesOf !== null && (
        <p className={lettering.small}>
          {t(sort === 'price' ? 'cost.providers-about' : 'cost.providers-near', { day: dateLong(pricesOf) })}{' '}
          {place !== null && placed.length > 0 && t('cost.from', { place })}
        </p>
      )}
      {place !== null && placed.length > 1 && (
        <Select
          className={styles.sort}
          label={t('cost.sort')}
          value={sort}
          onValue={(value) => onSort(sorts.find((one) => one === value) ?? 'price')}
        >
          <Options of={sorts} text={(one) => t(`cost.sort-${one}`)} />
        </Select>
      )}
      <div className={map === null ? undefined : styles.columns}>
        {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
        <ul role="list" className={styles.providers}>
          {providers.map((one) => {
            const number = placed.indexOf(one.provider) + 1
            return (
              <li
                key={`${one.provider} ${one.basis} ${one.bill}`}
                id={toPlaceId(number)}
                tabIndex={-1}
                className={styles.entry}
              >
                <Provider {...props} one={one} number={map === null ? 0 : number} />
              </li>
            )
          })}
        </ul>
        {map !== null && (
          <div className={styles.mapSide}>
            <PlaceMap
              map={map}
              names={placed.map((id) => formatName(providers.find(({ provider }) => provider === id)) ?? '')}
              onOne={(index) => showPlace(index + 1)}
              onPin={({ numbers }) => showPlace(numbers[0] ?? 1)}
            />
          </div>
        )}
      </div>
      {total > providers.length && (
        <p className={lettering.small}>{t('cost.more', { shown: providers.length, total })}</p>
      )}
    </Card>
  )
}

/** The providers in the directory, in the order of the map's numbers. */
function listPlaced(providers: readonly PlacedCost[]): readonly string[] {
  return [...new Set(providers.flatMap(({ provider, at }) => (at === null ? [] : [provider])))]
}

function toPlaceId(number: number): string | undefined {
  return number === 0 ? undefined : `cost-place-${number}`
}

function showPlace(number: number): void {
  focusOn(document.getElementById(`cost-place-${number}`))
}

function formatName(one: PlacedCost | undefined): string | null {
  return one?.at?.name ?? one?.name ?? null
}

interface ProviderProps extends Pick<ProvidersProps, 'wanted' | 'keep' | 'busy'> {
  readonly one: PlacedCost
  /** The number on the map; 0 if it is not there. */
  readonly number: number
}

function Provider({ one, number, wanted, keep, busy }: ProviderProps) {
  const t = useText()
  const amount = useAmount()
  const { at } = one
  const name = formatName(one) ?? t('cost.provider-unnamed', { number: one.provider })
  return (
    <article className={styles.provider}>
      <div className={styles.line}>
        <h3 className={styles.place}>
          {number > 0 && (
            <span className={styles.number} aria-hidden="true">
              {number}
            </span>
          )}
          {at === null ? name : <Link to={links.findDoctor({ provider: at.providerId })}>{name}</Link>}
        </h3>
        <p className={styles.amount}>
          <span className={lettering.small}>{t('cost.you-pay')}</span> <strong>{amount(one)}</strong>
        </p>
      </div>
      {wanted !== null && wanted.npi === one.npi && <Badge tone="info">{t('cost.at-this')}</Badge>}
      {at !== null && (
        <p className={lettering.small}>
          {[
            [at.address, at.city, at.state].filter(Boolean).join(', '),
            at.miles !== null && t('cost.away', { miles: at.miles }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <AgreedPrice cost={one} network="in" />
      <details className={styles.details}>
        <summary>
          {t('cost.how')}
          <VisuallyHidden>: {name}</VisuallyHidden>
        </summary>
        <CostArithmetic cost={one} network="in" />
        {keep !== null && (
          <Button variant="secondary" busy={busy} className={styles.keep} onClick={() => keep(one)}>
            {t('cost.keep')}
          </Button>
        )}
      </details>
    </article>
  )
}
