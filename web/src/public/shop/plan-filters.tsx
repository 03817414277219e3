import { type CareLevel, careLevels } from '@portico/rules/shop/care-level'
import { listLines, type Market, metals, networkTypes, type PlanLine } from '@portico/rules/shop/lines'
import { type PlanFilter, type PlanOrder, planOrders } from '@portico/rules/shop/plan-list'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './shop.module.css'

/** What the list of plans shows, and in which order. */
export interface ListChoices {
  readonly filter: Omit<PlanFilter, 'line'>
  readonly order: PlanOrder
  readonly level: CareLevel
}

interface PlanFiltersProps {
  readonly market: Market
  readonly line: PlanLine
  readonly choices: ListChoices
  readonly years: readonly number[]
  readonly planYear: number
  /** Whether there is room for all of it above the plans. */
  readonly hasRoom: boolean
  readonly onChoices: (next: ListChoices) => void
  readonly onYear: (planYear: number) => void
}

/** Kind, filters, order and level of care; each applies at once. */
export function PlanFilters(props: PlanFiltersProps) {
  const { market, line, choices, years, planYear, hasRoom, onChoices, onYear } = props
  const t = useText()
  const { filter, order, level } = choices
  const change = (more: Partial<ListChoices['filter']>) => onChoices({ ...choices, filter: { ...filter, ...more } })
  const hasCare = line === 'medical' || line === 'medicare-advantage'
  // The header also offers these kinds.
  const foldsKind = !hasRoom && market === 'under65'
  const kind = (
    <KindSelect
      market={market}
      line={line}
      onChosen={() => onChoices({ ...choices, filter: { metal: '', networkType: '', hsa: false } })}
    />
  )
  return (
    <>
      <div className={styles.filters}>
        {!foldsKind && kind}
        <Select
          label={t('shop.order')}
          value={order}
          onValue={(next) => onChoices({ ...choices, order: planOrders.find((one) => one === next) ?? order })}
        >
          <Options
            of={planOrders.filter((one) => hasCare || (one !== 'year' && one !== 'out-of-pocket'))}
            text={(one) => t(`shop.order.${one}`)}
          />
        </Select>
      </div>
      <details className={styles.more}>
        <summary>{t('shop.filters')}</summary>
        <div className={styles.filters}>
          {foldsKind && kind}
          {years.length > 1 && (
            <Select label={t('shop.plan-year')} value={`${planYear}`} onValue={(year) => onYear(Number(year))}>
              <Options of={years} text={(year) => year} />
            </Select>
          )}
          {hasCare && (
            <Select
              label={t('shop.care')}
              value={level}
              onValue={(next) => onChoices({ ...choices, level: careLevels.find((one) => one === next) ?? level })}
            >
              <Options of={careLevels} text={(one) => t(`shop.care.${one}`)} />
            </Select>
          )}
          {line === 'medical' && (
            <Select
              label={t('shop.metal')}
              value={filter.metal}
              onValue={(metal) => change({ metal: metals.find((one) => one === metal) ?? '' })}
            >
              <option value="">{t('shop.any')}</option>
              <Options of={metals} text={(metal) => t(`shop.metal.${metal}`)} />
            </Select>
          )}
          {hasCare && (
            <Select
              label={t('shop.network')}
              value={filter.networkType}
              onValue={(type) => change({ networkType: networkTypes.find((one) => one === type) ?? '' })}
            >
              <option value="">{t('shop.any')}</option>
              <Options of={networkTypes} text={(type) => t(`shop.network.${type}`)} />
            </Select>
          )}
          {line === 'medical' && (
            <Checkbox checked={filter.hsa} label={t('shop.hsa.only')} onValue={(hsa) => change({ hsa })} />
          )}
        </div>
        <p className={lettering.small}>{t('shop.order.neutral')}</p>
      </details>
    </>
  )
}

interface KindSelectProps extends Pick<PlanFiltersProps, 'market' | 'line'> {
  readonly onChosen: () => void
}

/** The kind of plans is in the address. */
function KindSelect({ market, line, onChosen }: KindSelectProps) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Select
      label={t('shop.kind')}
      value={line}
      onValue={(next) => {
        onChosen()
        const chosen = listLines(market).find((one) => one === next) ?? line
        navigate(links.shop(market, 'plans', chosen), { replace: true, quiet: true })
      }}
    >
      <Options of={listLines(market)} text={(one) => t(`shop.line.${one}`)} />
    </Select>
  )
}
