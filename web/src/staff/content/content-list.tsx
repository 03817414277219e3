import { everyBrand } from '@portico/rules/brand/every'
import { contentAreas, replyItem } from '@portico/rules/content/declared'
import { QUALIFIERS } from '@portico/rules/content/request'
import { useState } from 'react'
import type { Loaded } from '../../base/api/use-loaded.ts'
import { newId } from '../../base/new-id.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { useKeptState } from '../../base/storage/use-kept-state.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './content.module.css'
import { ContentRow } from './content-row.tsx'
import { type ContentFilters, isFound, noFilters } from './filters.ts'
import { nameReaders } from './reader-names.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import { type ContentList as List, toItemKey } from './types.ts'
import { useNames } from './use-names.ts'

const states = ['mine', 'waiting', 'draft', 'scheduled', 'edited'] as const

interface ContentListProps {
  readonly brand: string
  /** The list's first filter; '' for everything. */
  readonly area: string
  readonly list: Loaded<List>
}

/** Every text for one brand or for all (CT-5), and those that wait for the viewer's approval (CT-6). */
export function ContentList({ brand, area, list }: ContentListProps) {
  const t = useText()
  const { language } = usePage()
  const [filters, setFilters] = useKeptState<ContentFilters>(`content ${area}`, { ...noFilters, area, language })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [releasing, setReleasing] = useState(false)
  const [said, setSaid] = useState('')
  const names = useNames(list.last?.brands ?? [])
  const items = list.value?.items ?? []
  const found = items.filter((item) => isFound(item, filters, names.title(item)))
  const approving = found.filter((item) => item.latest?.mayApprove && chosen.includes(toItemKey(item)))
  const narrow = (next: Partial<ContentFilters>) => {
    setSaid('')
    setFilters({ ...filters, ...next })
  }
  const isNarrowed = Object.values(filters).some((one) => one !== '')

  return (
    <>
      <ContentFilter brand={brand} list={list} filters={filters} onNarrow={narrow} />
      <div className={styles.bar}>
        <p role="status" className={styles.status}>
          {said !== '' ? said : list.value && isNarrowed && t('content.found', { count: found.length })}
        </p>
        {approving.length > 0 && (
          <Button onClick={() => setReleasing(true)}>{t('content.approve-chosen', { count: approving.length })}</Button>
        )}
      </div>
      {list.failed && list.value === null && <ErrorState onRetry={list.reload} />}
      {!list.failed && list.value === null && <Skeleton shape="block" />}
      {list.value && found.length === 0 && <p>{t('content.none')}</p>}
      {contentAreas.map((area) => {
        const rows = found.filter((item) => item.area === area)
        const addedFor = area === 'replies' && ['', area].includes(filters.area) ? addsFor(list.value, brand) : null
        if (rows.length === 0 && addedFor === null) return null
        return (
          <section key={area} className={styles.area} aria-labelledby={`content-${area}`}>
            <div className={styles.bar}>
              <h2 id={`content-${area}`} className={styles.subtitle}>
                {t(`content.area.${area}`)}
              </h2>
              {addedFor !== null && <AddReply brand={addedFor} />}
            </div>
            <ul className={styles.rows}>
              {rows.map((item) => (
                <ContentRow
                  key={toItemKey(item)}
                  item={item}
                  names={names}
                  chosen={item.latest?.mayApprove ? chosen.includes(toItemKey(item)) : null}
                  onChoose={(on) =>
                    setChosen([...chosen.filter((one) => one !== toItemKey(item)), ...(on ? [toItemKey(item)] : [])])
                  }
                />
              ))}
            </ul>
          </section>
        )
      })}
      {releasing && (
        <ReleaseDialog
          released={list.value?.released ?? {}}
          items={approving}
          names={names}
          onClose={() => setReleasing(false)}
          onDone={() => {
            setReleasing(false)
            setSaid(t('content.released', { count: approving.length }))
            setChosen([])
            list.reload()
          }}
        />
      )}
    </>
  )
}

/** The brand for which the viewer can add a text; null if they cannot. */
function addsFor(list: List | null, brand: string): string | null {
  return list?.writable.find((one) => one === brand) ?? list?.writable[0] ?? null
}

interface ContentFilterProps {
  readonly brand: string
  readonly list: Loaded<List>
  readonly filters: ContentFilters
  readonly onNarrow: (next: Partial<ContentFilters>) => void
}

/** Which texts are shown. The brand is in the address, the rest stays in this browser tab. */
function ContentFilter({ brand, list, filters, onNarrow }: ContentFilterProps) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <div className={styles.filters}>
      <Select
        label={t('content.brand')}
        value={brand}
        onValue={(code) => navigate(links.content(code === everyBrand ? undefined : code), { quiet: true })}
      >
        <option value={everyBrand}>{t('content.every-brand')}</option>
        <Options of={list.last?.brands} value={({ code }) => code} text={({ code, name }) => `${name} (${code})`} />
      </Select>
      <TextField
        type="search"
        label={t('content.find')}
        value={filters.words}
        onValue={(words) => onNarrow({ words })}
        autoComplete="off"
      />
      <Select label={t('content.area')} value={filters.area} onValue={(area) => onNarrow({ area })}>
        <option value="">{t('content.any')}</option>
        <Options of={contentAreas} text={(area) => t(`content.area.${area}`)} />
      </Select>
      <Select label={t('content.language')} value={filters.language} onValue={(language) => onNarrow({ language })}>
        <option value="">{t('content.any')}</option>
        <option value="en">{t('content.language.en')}</option>
        <option value="es">{t('content.language.es')}</option>
      </Select>
      <Select
        label={t('content.state')}
        value={filters.state}
        onValue={(state) => onNarrow({ state: states.find((one) => one === state) ?? '' })}
      >
        <option value="">{t('content.any')}</option>
        <Options
          of={states.filter((one) => one !== 'mine' || list.value?.mayApprove)}
          text={(state) => t(`content.filter.${state}`)}
        />
      </Select>
      <Select label={t('content.qualifier')} value={filters.qualifier} onValue={(one) => onNarrow({ qualifier: one })}>
        <option value="">{t('content.any')}</option>
        <option value="none">{t('content.qualifier.none')}</option>
        <Options of={QUALIFIERS.slice(1)} text={(one) => nameReaders(one, t)} />
      </Select>
    </div>
  )
}

function AddReply({ brand }: { readonly brand: string }) {
  const t = useText()
  const { language } = usePage()
  const [name] = useState(() => replyItem(newId()))
  return (
    <ButtonLink variant="secondary" to={links.contentItem({ name, brand, language, qualifiers: {} })}>
      {t('content.reply.add')}
    </ButtonLink>
  )
}
