import { explainContentFor } from '@portico/contract/calls/content-console'
import { everyBrand } from '@portico/rules/brand/every'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { useRested } from '../../base/use-rested.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import styles from './content.module.css'
import { ReaderFields, type Readers, toQualifiers } from './reader-fields.tsx'
import { type ContentItem, type ContentList, toItemKey } from './types.ts'
import type { useNames } from './use-names.ts'

interface WhyProps {
  readonly item: ContentItem
  readonly brands: ContentList['brands']
  readonly names: ReturnType<typeof useNames>
}

/** "Why does this member see this?": which item wins for the chosen readers, and why each other item does not (CT-5). */
export function Why({ item, brands, names }: WhyProps) {
  const t = useText()
  const [[qualifier, typed] = ['', '']] = Object.entries(item.qualifiers)
  const [readers, setReaders] = useState<Readers>({
    brand: item.brand === everyBrand ? (brands[0]?.code ?? everyBrand) : item.brand,
    language: item.language,
    qualifier,
    typed,
  })
  const rested = useRested(readers.typed, 400)
  const { brand, language } = readers
  const qualifiers = { ...item.qualifiers, ...toQualifiers({ ...readers, typed: rested }) }
  const body = { name: item.name, brand, language, qualifiers }
  const told = useLoaded((signal) => api.call(explainContentFor, { body, signal }), { key: toItemKey(body) })
  return (
    <>
      <ReaderFields readers={readers} onReaders={setReaders} brands={brands} withEveryBrand={false} />
      {told.failed && <ErrorState onRetry={told.reload} />}
      {told.last?.candidates.length === 0 && <p>{t('content.why.none')}</p>}
      <ol className={styles.history} aria-live="polite">
        {told.last?.candidates.map((one) => {
          const key = { ...one, name: item.name, language: one.language === 'es' ? ('es' as const) : ('en' as const) }
          return (
            <li key={toItemKey(key)}>
              <p>
                <Badge tone={one.verdict === 'wins' ? 'success' : 'neutral'}>
                  {t(one.verdict === 'wins' ? 'content.why.shown' : 'content.why.not-shown')}
                </Badge>{' '}
                <Link to={links.contentItem(key)}>{names.readers(key)}</Link>
              </p>
              <p className={lettering.key}>{t(`content.verdict.${one.verdict}`)}</p>
            </li>
          )
        })}
      </ol>
    </>
  )
}
