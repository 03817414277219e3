import type { PayloadOf } from '@portico/contract/call'
import { settings } from '@portico/contract/calls/settings'
import { everyBrand } from '@portico/rules/brand/every'
import { findDeclared, settingAreas } from '@portico/rules/settings/declared'
import { type ComponentProps, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigate, useRoute } from '../../base/router/navigation.ts'
import type { View } from '../../base/router/view.ts'
import { useKeptState } from '../../base/storage/use-kept-state.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SettingDialog } from './setting-dialog.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings.module.css'
import type { Setting } from './types.ts'

const everything = { words: '', set: '' }

/** Every setting of the portal, for every brand or one of them (CT-5, CT-9); only administrators read them. */
function Settings() {
  const t = useText()
  const { session } = usePage()
  if (session?.entitlements.includes('administer')) return <EverySetting />
  return (
    <div className={styles.view}>
      <h1>{t('settings.title')}</h1>
      <EmptyState title={t('settings.no-right.title')} text={t('settings.no-right.text')} />
    </div>
  )
}

function EverySetting() {
  const t = useText()
  const { params } = useRoute()
  const brand = params.brand ?? everyBrand
  const list = useLoaded(async (signal) => ({ ...(await api.call(settings, { query: { brand }, signal })), brand }), {
    key: brand,
  })
  const [filters, narrow] = useKeptState('settings', everything)
  const [editing, setEditing] = useState<{ readonly brand: string; readonly key: Setting['key'] } | null>(null)
  const [said, setSaid] = useState('')

  const found = (list.value?.settings ?? []).filter((one) =>
    isFound(one, filters, `${t(`settings.name.${one.key}`)} ${t(`settings.about.${one.key}`)} ${one.key}`),
  )
  const open = list.value?.settings.find(({ key }) => brand === editing?.brand && key === editing.key) ?? null

  return (
    <div className={styles.view}>
      <h1>{t('settings.title')}</h1>
      <p className={lettering.muted}>{t('settings.text')}</p>
      <SettingFilters brand={brand} brands={list.last?.brands} filters={filters} onNarrow={narrow} />
      {list.value?.editable === false && (
        <Alert tone="info">
          <p>{t('settings.readonly')}</p>
        </Alert>
      )}
      <p role="status" className={styles.status}>
        {said !== ''
          ? said
          : list.value &&
            (filters.words !== '' || filters.set === 'yes') &&
            t('settings.found', { count: found.length })}
      </p>
      {list.failed && list.value === null && <ErrorState onRetry={list.reload} />}
      {!list.failed && list.value === null && <Skeleton shape="block" />}
      {list.value && found.length === 0 && <p>{t('settings.none')}</p>}
      {settingAreas.map((area) => (
        <SettingArea
          key={area}
          area={area}
          settings={found}
          brands={list.value?.brands ?? []}
          onChange={(key) => {
            setSaid('')
            setEditing({ brand, key })
          }}
        />
      ))}
      {list.value && open && (
        <SettingDialog
          key={`${brand} ${open.key}`}
          brand={brand}
          setting={open}
          editable={list.value.editable}
          surroundings={list.value.surroundings}
          onReload={list.reload}
          onClose={() => setEditing(null)}
          onSaved={(changed) => {
            // Another brand may be shown by now.
            list.change((all) =>
              all.brand === brand
                ? { ...all, settings: all.settings.map((one) => (one.key === changed.key ? changed : one)) }
                : all,
            )
            setEditing((last) => (last === editing ? null : last))
            setSaid(t(chooseWords(open, changed), { name: t(`settings.name.${changed.key}`) }))
          }}
        />
      )}
    </div>
  )
}

type Filters = Readonly<typeof everything>

/** `text`: the setting's name and description. */
function isFound({ value }: Setting, { words, set }: Filters, text: string): boolean {
  const all = text.toLowerCase()
  return (
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => all.includes(word)) &&
    (set !== 'yes' || value !== null)
  )
}

interface SettingFiltersProps {
  readonly brand: string
  readonly brands: PayloadOf<typeof settings>['brands'] | undefined
  readonly filters: Filters
  readonly onNarrow: (filters: Filters) => void
}

function SettingFilters({ brand, brands, filters, onNarrow }: SettingFiltersProps) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <div className={styles.filters}>
      <Select
        label={t('settings.brand')}
        value={brand}
        onValue={(code) => navigate(links.settings(code === everyBrand ? undefined : code), { quiet: true })}
      >
        <option value={everyBrand}>{t('settings.every-brand')}</option>
        <Options of={brands} value={({ code }) => code} text={({ code, name }) => `${name} (${code})`} />
      </Select>
      <TextField
        type="search"
        label={t('settings.find')}
        hint={t('settings.find-hint')}
        value={filters.words}
        onValue={(next) => onNarrow({ ...filters, words: next })}
        autoComplete="off"
      />
      <Checkbox
        className={styles.only}
        label={t('settings.only-set')}
        checked={filters.set === 'yes'}
        onValue={(on) => onNarrow({ ...filters, set: on ? 'yes' : '' })}
      />
    </div>
  )
}

interface SettingAreaProps {
  readonly area: (typeof settingAreas)[number]
  /** The settings found, in any area. */
  readonly settings: readonly Setting[]
  readonly brands: ComponentProps<typeof SettingRow>['brands']
  readonly onChange: (key: Setting['key']) => void
}

function SettingArea({ area, settings, brands, onChange }: SettingAreaProps) {
  const t = useText()
  const rows = settings.filter(({ key }) => findDeclared(key).area === area)
  if (rows.length === 0) return null
  return (
    <section className={styles.area} aria-labelledby={`settings-${area}`}>
      <h2 id={`settings-${area}`}>{t(`settings.area.${area}`)}</h2>
      <ul className={styles.rows}>
        {rows.map((setting) => (
          <SettingRow key={setting.key} setting={setting} brands={brands} onChange={() => onChange(setting.key)} />
        ))}
      </ul>
    </section>
  )
}

/** The outcome of a change. */
function chooseWords(before: Setting, after: Setting): 'settings.saved' | 'settings.asked' | 'settings.dropped' {
  if (after.waiting) return 'settings.asked'
  return after.changed?.changeId === before.changed?.changeId ? 'settings.dropped' : 'settings.saved'
}

export const view: View = { title: 'settings.title', Component: Settings }
