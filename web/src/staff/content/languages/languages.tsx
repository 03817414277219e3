import { listLanguageReadings } from '@portico/contract/calls/languages'
import { useState } from 'react'
import { api } from '../../../base/api/api.ts'
import { useLoaded } from '../../../base/api/use-loaded.ts'
import { usePage } from '../../../base/page-state.tsx'
import { useNavigate, useRoute } from '../../../base/router/navigation.ts'
import { useText, useTexts } from '../../../base/texts/text.tsx'
import { Options } from '../../../kit/forms/options.tsx'
import lettering from '../../../kit/layout/lettering.module.css'
import { linkToLanguages } from '../../../shared/setting-values/link-to-languages.ts'
import { nameLanguage } from '../../../shared/setting-values/name-language.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ApprovalCard } from './approval-card.tsx'
import styles from './languages.module.css'
import { TextList } from './text-list.tsx'
import type { Reading } from './types.ts'

/** Machine-translated languages, read and approved for a brand (LG-4). */
export function Languages() {
  const t = useText()
  const { locale } = useTexts()
  const navigate = useNavigate()
  const { session } = usePage()
  const { params } = useRoute()
  const [said, setSaid] = useState('')
  const may = ['author', 'approve', 'administer'].some((one) => session?.entitlements.includes(one))
  const list = useLoaded(
    (signal) => api.call(listLanguageReadings, { query: params.brand ? { brand: params.brand } : {}, signal }),
    { key: params.brand ?? '', wanted: may },
  )
  const { brand = '', languages = [], brands } = list.value ?? {}
  const reading = languages.find(({ language }) => language === params.language) ?? languages[0]
  const others = languages.find(
    ({ language, waiting }) => language !== reading?.language && waiting !== null && !waiting.isOwn,
  )
  const keep = (changed: Reading, words: string) => {
    list.change((all) => ({
      ...all,
      languages: all.languages.map((one) => (one.language === changed.language ? changed : one)),
    }))
    setSaid(words)
  }
  const go = (code: string, language?: string) => {
    setSaid('')
    navigate(linkToLanguages(code, language), { quiet: true })
  }
  return (
    <div className={styles.view}>
      <h1>{t('languages.title')}</h1>
      {!may && <EmptyState title={t('languages.no-right.title')} text={t('languages.no-right.text')} />}
      {may && <p className={lettering.key}>{t('languages.about')}</p>}
      {list.failed && list.value === null && <ErrorState onRetry={list.reload} />}
      {may && !list.failed && list.value === null && <Skeleton shape="block" />}
      {reading && (
        <>
          <div className={styles.filters}>
            <Select label={t('languages.brand')} value={brand} onValue={(code) => go(code, reading.language)}>
              <Options of={brands} value={({ code }) => code} text={({ code, name }) => `${name} (${code})`} />
            </Select>
            <Select
              label={t('languages.language')}
              value={reading.language}
              onValue={(language) => go(brand, language)}
            >
              <Options
                of={languages}
                value={({ language }) => language}
                text={({ language }) => nameLanguage(language, locale)}
              />
            </Select>
          </div>
          <p role="status" className={styles.status}>
            {said}
          </p>
          <ApprovalCard
            brand={brand}
            reading={reading}
            before={others?.language ?? null}
            onChanged={keep}
            onReload={list.reload}
          />
          <TextList
            key={`${brand} ${reading.language}`}
            brand={brand}
            reading={reading}
            onChanged={keep}
            onReload={list.reload}
          />
        </>
      )}
    </div>
  )
}
