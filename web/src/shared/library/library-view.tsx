import type { PayloadOf } from '@portico/contract/call'
import { formLibrary, sentForms } from '@portico/contract/calls/forms'
import { librarySubjects } from '@portico/rules/forms/kinds'
import { authoredLanguages } from '@portico/rules/languages/authored'
import { describeLanguage } from '@portico/rules/languages/list'
import { FileText, Pencil } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import type { View } from '../../base/router/view.ts'
import { Spoken } from '../../base/texts/spoken.tsx'
import { useText, useTexts } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Page } from '../../kit/layout/page.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SafetyHelp } from '../safety/safety-help.tsx'
import { DocumentButton } from './document-button.tsx'
import { emptyFilter, type Filter, filterItems } from './filter.ts'
import styles from './library-view.module.css'
import { OwnForms } from './own-forms.tsx'

type Item = PayloadOf<typeof formLibrary>['items'][number]

/** Forms to fill in, materials to read, and the state of sent forms (MP-21). */
function Library() {
  const t = useText()
  const acts = useActsForPerson()
  const { value, failed, reload } = useLoaded((signal) => api.call(formLibrary, { signal }))
  const own = useLoaded((signal) => api.call(sentForms, { signal }), { wanted: !acts })
  return (
    <Page title={t('library.title')} about={t('library.about')}>
      <div className={styles.parts}>
        {!acts && <OwnForms loaded={own} />}
        {value !== null ? (
          <Items items={value.items} mayFill={!acts} />
        ) : failed ? (
          <FailedCard onRetry={reload} />
        ) : (
          <Card>
            <Skeleton shape="title" />
            <Skeleton shape="block" />
          </Card>
        )}
      </div>
    </Page>
  )
}

function Items({ items, mayFill }: { readonly items: readonly Item[]; readonly mayFill: boolean }) {
  const t = useText()
  const [filter, setFilter] = useState<Filter>(emptyFilter)
  const change = (part: Partial<Filter>) => setFilter((last) => ({ ...last, ...part }))
  const found = filterItems(items, filter)
  return (
    <Card title={t('library.all')}>
      <SafetyHelp text={filter.words} />
      <search className={styles.filters}>
        <TextField
          type="search"
          label={t('library.search')}
          value={filter.words}
          maxLength={100}
          autoComplete="off"
          onValue={(words) => change({ words })}
        />
        <Select label={t('library.type')} value={filter.type} onValue={(type) => change({ type })}>
          <option value="">{t('library.any')}</option>
          <Options of={['form', 'guide'] as const} text={(one) => t(`library.type-${one}`)} />
        </Select>
        <Select label={t('library.subject')} value={filter.subject} onValue={(subject) => change({ subject })}>
          <option value="">{t('library.any')}</option>
          <Options of={librarySubjects} text={(one) => t(`library.subject-${one}`)} />
        </Select>
        <Select label={t('library.language')} value={filter.language} onValue={(language) => change({ language })}>
          <option value="">{t('library.any')}</option>
          {authoredLanguages.map((one) => (
            <option key={one} value={one} lang={one}>
              {describeLanguage(one).name}
            </option>
          ))}
        </Select>
      </search>
      <p role="status" className={styles.count}>
        {t('library.found', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState title={t('library.none')} text={t('library.none-text')} action={<PhoneLink />} />
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul className={styles.items} role="list">
          {found.map((item) => (
            <ItemLine key={item.id} item={item} mayFill={mayFill} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ItemLine({ item, mayFill }: { readonly item: Item; readonly mayFill: boolean }) {
  const t = useText()
  const { language } = useTexts()
  const { id, type, subject, title, about } = item
  const isOther = item.language !== language
  const spoken = isOther ? item.language : undefined
  return (
    <li className={styles.item}>
      <span className={styles.icon} aria-hidden="true">
        {type === 'form' ? <Pencil /> : <FileText />}
      </span>
      <div className={styles.words}>
        <h3>
          <Spoken language={spoken}>{type === 'guide' ? <Link to={links.guide(id)}>{title}</Link> : title}</Spoken>
        </h3>
        <p className={lettering.muted}>
          <Spoken language={spoken}>{about}</Spoken>
        </p>
        {isOther && <p className={styles.lacking}>{t('library.lacking')}</p>}
        <p className={styles.badges}>
          <Badge tone="neutral">{t(`library.type-${type}`)}</Badge>
          <Badge tone="neutral">{t(`library.subject-${subject}`)}</Badge>
        </p>
      </div>
      {type === 'form' && (
        <div className={styles.actions}>
          {mayFill && (
            <ButtonLink to={links.form(id)} variant="secondary" aria-label={t('library.fill-named', { title })}>
              {t('library.fill')}
            </ButtonLink>
          )}
          <DocumentButton of={{ kind: id }} title={title} />
        </div>
      )}
    </li>
  )
}

export const view: View = { title: 'library.title', Component: Library }
