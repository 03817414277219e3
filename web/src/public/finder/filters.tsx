import { providerKinds } from '@portico/rules/finder/limits'
import { type ReactNode, useState } from 'react'
import { useText, useTexts } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './finder.module.css'
import { type FinderSearch, type FoundData, filtersOn, type MemberData, withoutFilters } from './types.ts'

interface FiltersProps {
  readonly asked: FinderSearch
  readonly known: FoundData['known']
  readonly mine: MemberData | null
  readonly onAsk: (asked: FinderSearch) => void
}

const flags = ['accepting', 'telehealth', 'wheelchair', 'saturday'] as const

/** Filters; only facts that the directory has are offered. */
export function FinderFilters({ asked, known, mine, onAsk }: FiltersProps) {
  const { t, language } = useTexts()
  const on = filtersOn(asked)
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const change = (part: Partial<FinderSearch>) => onAsk({ ...asked, ...part })
  // A member's own network is preset, and at first the page does not know that it is theirs: a network alone does not open the filters.
  const [open, setOpen] = useState(filtersOn({ ...asked, networks: [] }) > 0)
  return (
    <details className={styles.filters} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.filterTitle}>
        {t('finder.filters')}
        {on > 0 && <span className={styles.muted}> · {t('finder.filters-on', { count: on })}</span>}
      </summary>
      <div className={styles.filterFields}>
        {known.networks.length > 0 && (
          <NetworkFilter
            networks={known.networks}
            own={mine?.networks.map(({ networkId }) => networkId) ?? []}
            chosen={asked.networks}
            onChoose={(networks) => change({ networks })}
          />
        )}
        <Filter
          label={t('finder.kind')}
          value={asked.kinds[0]}
          onValue={(kind) => change({ kinds: providerKinds.filter((one) => one === kind) })}
        >
          <Options of={providerKinds} text={(kind) => t(`finder.kind-${kind}`)} />
        </Filter>
        {known.gender && (
          <Filter
            label={t('finder.gender')}
            value={asked.gender}
            onValue={(gender) => change({ gender: gender as 'F' | undefined })}
          >
            <Options of={['F', 'M', 'X'] as const} text={(one) => t(`finder.gender-${one}`)} />
          </Filter>
        )}
        {known.languages.length > 0 && (
          <Filter label={t('finder.language')} value={asked.spoken} onValue={(spoken) => change({ spoken })}>
            <Options of={known.languages} text={(one) => names.of(one) ?? one} />
          </Filter>
        )}
        {known.hospitals.length > 0 && (
          <Filter label={t('finder.hospital')} value={asked.hospital} onValue={(hospital) => change({ hospital })}>
            <Options of={known.hospitals} text={(one) => one} />
          </Filter>
        )}
        <Select
          label={t('finder.sort')}
          value={asked.sort}
          onValue={(sort) => change({ sort: sort as FinderSearch['sort'] })}
        >
          <Options of={['best', 'distance', 'name'] as const} text={(one) => t(`finder.sort-${one}`)} />
        </Select>
        <div className={styles.flags}>
          {flags
            .filter((flag) => known[flag])
            .map((flag) => (
              <Checkbox
                key={flag}
                checked={asked[flag]}
                onValue={(is) => change({ [flag]: is })}
                label={t(`finder.${flag}`)}
              />
            ))}
        </div>
        {on > 0 && <Clear onClear={() => onAsk(withoutFilters(asked))} />}
      </div>
    </details>
  )
}

interface FilterProps {
  readonly label: string
  /** Undefined: any. */
  readonly value: string | undefined
  readonly onValue: (value: string | undefined) => void
  /** The options other than any. */
  readonly children: ReactNode
}

function Filter({ label, value = '', onValue, children }: FilterProps) {
  const t = useText()
  return (
    <Select label={label} value={value} onValue={(chosen) => onValue(chosen || undefined)}>
      <option value="">{t('finder.any')}</option>
      {children}
    </Select>
  )
}

interface NetworkFilterProps {
  readonly networks: FoundData['known']['networks']
  /** The member's own networks. */
  readonly own: readonly string[]
  readonly chosen: readonly string[]
  readonly onChoose: (networks: string[]) => void
}

/** One network, any, or all of the member's own together. */
function NetworkFilter({ networks, own, chosen, onChoose }: NetworkFilterProps) {
  const t = useText()
  const isOwn = own.length > 0 && own.join() === chosen.join()
  return (
    <Select
      label={t('finder.network')}
      value={isOwn ? 'own' : (chosen[0] ?? '')}
      onValue={(id) => onChoose(id === '' ? [] : id === 'own' ? [...own] : [id])}
    >
      <option value="">{t('finder.any-network')}</option>
      {own.length > 0 && <option value="own">{t('finder.my-network')}</option>}
      <Options of={networks} value={({ networkId }) => networkId} text={({ name }) => name} />
    </Select>
  )
}

function Clear({ onClear }: { readonly onClear: () => void }) {
  const t = useText()
  return (
    <Button variant="quiet" className={styles.clear} onClick={onClear}>
      {t('finder.filters-clear')}
    </Button>
  )
}
