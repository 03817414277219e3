import { explainContentFor } from '@portico/contract/calls/content-console'
import { QUALIFIERS } from '@portico/rules/content/request'
import { everyBrand } from '@portico/rules/workspace/brands'
import { useState } from 'react'
import { api } from '../api/api.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { Link } from '../router/link.tsx'
import { links } from '../router/links.ts'
import { useText } from '../texts/text.tsx'
import { Badge } from '../ui/badge.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './content.module.css'
import { type ContentItem, type ContentList, keyOf } from './types.ts'
import type { useNames } from './use-names.ts'

interface WhyProps {
  readonly item: ContentItem
  readonly brands: ContentList['brands']
  readonly names: ReturnType<typeof useNames>
}

/** "Why does this member see this?": which item wins for chosen readers, and what keeps each other one back (CT-5). */
export function Why({ item, brands, names }: WhyProps) {
  const t = useText()
  const [brand, setBrand] = useState(item.brand === everyBrand ? (brands[0]?.code ?? everyBrand) : item.brand)
  const [language, setLanguage] = useState(item.language)
  const [first] = Object.entries(item.qualifiers)
  const [qualifier, setQualifier] = useState(first?.[0] ?? '')
  const [typed, setTyped] = useState(first?.[1] ?? '')
  const known = QUALIFIERS.find((one) => one === qualifier)
  const qualifiers = { ...item.qualifiers, ...(known && typed.trim() !== '' && { [known]: typed.trim() }) }
  const body = { name: item.name, brand, language, qualifiers }
  const told = useLoaded((signal) => api.call(explainContentFor, { body, signal }), { key: keyOf(body) })
  return (
    <>
      <div className={styles.filters}>
        <Select label={t('content.brand')} value={brand} onValue={setBrand}>
          {brands.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label={t('content.language')}
          value={language}
          onValue={(one) => setLanguage(one === 'es' ? 'es' : 'en')}
        >
          <option value="en">{t('content.language.en')}</option>
          <option value="es">{t('content.language.es')}</option>
        </Select>
        <Select label={t('content.qualifier')} value={qualifier} onValue={setQualifier}>
          <option value="">{t('content.qualifier.none')}</option>
          {QUALIFIERS.slice(1).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
        {qualifier !== '' && (
          <TextField
            label={t('content.qualifier.value')}
            value={typed}
            onValue={setTyped}
            maxLength={100}
            autoComplete="off"
          />
        )}
      </div>
      {told.failed && <ErrorState onRetry={told.reload} />}
      {told.last?.candidates.length === 0 && <p>{t('content.why.none')}</p>}
      <ol className={styles.history} aria-live="polite">
        {told.last?.candidates.map((one) => {
          const key = { ...one, name: item.name, language: one.language === 'es' ? ('es' as const) : ('en' as const) }
          return (
            <li key={keyOf(key)}>
              <p>
                <Badge tone={one.verdict === 'wins' ? 'success' : 'neutral'}>
                  {t(one.verdict === 'wins' ? 'content.why.shown' : 'content.why.not-shown')}
                </Badge>{' '}
                <Link to={links.contentItem(key)}>{names.readers(key)}</Link>
              </p>
              <p className={styles.muted}>{t(`content.verdict.${one.verdict}`)}</p>
            </li>
          )
        })}
      </ol>
    </>
  )
}
