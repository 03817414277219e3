import type { PayloadOf } from '@portico/contract/call'
import { markLanguageTexts, readLanguageTexts } from '@portico/contract/calls/languages'
import { useState } from 'react'
import { api } from '../../../base/api/api.ts'
import { useAction } from '../../../base/api/use-action.ts'
import { type Loaded, useLoaded } from '../../../base/api/use-loaded.ts'
import { useText } from '../../../base/texts/text.tsx'
import { useRested } from '../../../base/use-rested.ts'
import { Options } from '../../../kit/forms/options.tsx'
import { Problem } from '../../../kit/forms/problem.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './languages.module.css'
import { nameArea } from './name-area.ts'
import { ReportDialog } from './report-dialog.tsx'
import { TextItem } from './text-item.tsx'
import { problems, type Reading, type ReadText } from './types.ts'

const shows = ['all', 'unread', 'read', 'reported', 'changed', 'missing'] as const

interface TextListProps {
  readonly brand: string
  readonly reading: Reading
  readonly onChanged: (reading: Reading, said: string) => void
  readonly onReload: () => void
}

/** The texts of a language beside English, by area, state and words; each, or an area, is marked as read or reported. */
export function TextList(props: TextListProps) {
  const { brand, reading, onChanged } = props
  const { language } = reading
  const t = useText()
  const { filters, narrow, after, setAfter, list } = useTextPage(brand, reading)
  const { area } = filters
  const [reporting, setReporting] = useState<ReadText | null>(null)
  const marking = useMarking(props, list)
  const shown = list.value

  return (
    <section aria-labelledby="language-texts" className={styles.texts}>
      <h2 id="language-texts">{t('languages.texts')}</h2>
      <TextFilters areas={reading.areas} filters={filters} onNarrow={narrow} />
      {area !== '' && <AreaButtons area={area} marking={marking} />}
      <Problem text={marking.problem} />
      <p role="status" className={styles.status}>
        {shown && (shown.total === 0 ? t('languages.none') : t('languages.found', { count: shown.total }))}
      </p>
      {list.failed && <ErrorState onRetry={list.reload} />}
      {shown === null && !list.failed && <Skeleton shape="block" />}
      <ul className={styles.rows}>
        {shown?.texts.map((text) => (
          <TextItem
            key={`${text.area} ${text.id}`}
            {...{ language, text }}
            area={area === '' ? nameArea(text.area, t) : null}
            onMark={(state) => marking.mark(text.area, [text.id], state, '')}
            onReport={() => setReporting(text)}
          />
        ))}
      </ul>
      {shown && <PageButtons after={after} page={shown} onAfter={setAfter} />}
      {reporting && (
        <ReportDialog
          {...{ brand, reading }}
          text={reporting}
          onClose={() => setReporting(null)}
          onDone={({ reading: now, note }) => {
            const { area: of, id } = reporting
            setReporting(null)
            list.change((all) => ({
              ...all,
              texts: all.texts.map((text) =>
                text.area === of && text.id === id ? { ...text, note, state: 'reported', by: null, at: null } : text,
              ),
            }))
            onChanged(now, t('languages.reported-now'))
          }}
        />
      )}
    </section>
  )
}

type Filters = Readonly<Record<'area' | 'show' | 'words', string>>
type TextPage = PayloadOf<typeof readLanguageTexts>

/** The requested texts, a page at a time. */
function useTextPage(brand: string, { language, areas }: Reading) {
  const [filters, setFilters] = useState<Filters>({ area: areas[0]?.area ?? '', show: 'all', words: '' })
  const [after, setAfter] = useState(0)
  const words = useRested(filters.words, 300)
  const area = filters.area === '' ? null : filters.area
  const asked = { brand, language, area, words, show: findShow(filters), after }
  const list = useLoaded((signal) => api.call(readLanguageTexts, { body: asked, signal }), {
    key: JSON.stringify(asked),
  })
  const narrow = (next: Partial<Filters>) => {
    setFilters({ ...filters, ...next })
    setAfter(0)
  }
  return { filters, narrow, after, setAfter, list }
}

function findShow({ show }: Filters): (typeof shows)[number] {
  return shows.find((one) => one === show) ?? 'all'
}

/** Marks texts of an area as read or unread: the texts with these ids, or all except reported ones. */
function useMarking({ brand, reading, onChanged, onReload }: TextListProps, list: Loaded<TextPage>) {
  const { language, version } = reading
  const action = useAction(problems, 'languages.failed')
  const mark = (area: string, ids: string[] | null, state: 'read' | 'unread', said: string) =>
    action.run(async () => {
      try {
        const body = { brand, language, version, area, ids, state, note: '' }
        const { reading: now } = await api.call(markLanguageTexts, { body })
        list.change((all) => ({ ...all, texts: all.texts.map((text) => (isMarked(text) ? become(text) : text)) }))
        onChanged(now, said)
      } catch (error) {
        onReload()
        throw error
      }
      function isMarked(text: ReadText): boolean {
        if (text.area !== area || text.state === 'missing') return false
        return ids === null ? text.state !== 'reported' : ids.includes(text.id)
      }
      function become(text: ReadText): ReadText {
        return { ...text, state, note: '', by: null, at: null }
      }
    })
  return { busy: action.busy, problem: action.problem, mark }
}

interface TextFiltersProps {
  readonly areas: Reading['areas']
  readonly filters: Filters
  readonly onNarrow: (next: Partial<Filters>) => void
}

function TextFilters({ areas, filters, onNarrow }: TextFiltersProps) {
  const t = useText()
  return (
    <div className={styles.filters}>
      <Select label={t('languages.area')} value={filters.area} onValue={(area) => onNarrow({ area })}>
        <option value="">{t('languages.area-all')}</option>
        <Options
          of={areas}
          value={(one) => one.area}
          text={({ read, total, ...one }) => t('languages.area-option', { area: nameArea(one.area, t), read, total })}
        />
      </Select>
      <Select label={t('languages.show')} value={findShow(filters)} onValue={(show) => onNarrow({ show })}>
        <Options of={shows} text={(one) => t(`languages.show.${one}`)} />
      </Select>
      <TextField
        type="search"
        label={t('languages.find')}
        hint={t('languages.find-hint')}
        value={filters.words}
        onValue={(words) => onNarrow({ words })}
        maxLength={100}
        autoComplete="off"
      />
    </div>
  )
}

interface AreaButtonsProps {
  readonly area: string
  readonly marking: ReturnType<typeof useMarking>
}

function AreaButtons({ area, marking: { busy, mark } }: AreaButtonsProps) {
  const t = useText()
  const named = { area: nameArea(area, t) }
  return (
    <div className={styles.buttons}>
      <Button
        variant="secondary"
        busy={busy}
        onClick={() => mark(area, null, 'read', t('languages.area-marked', named))}
      >
        {t('languages.mark-area')}
      </Button>
      <Button
        variant="quiet"
        busy={busy}
        onClick={() => mark(area, null, 'unread', t('languages.area-unmarked', named))}
      >
        {t('languages.unmark-area')}
      </Button>
    </div>
  )
}

interface PageButtonsProps {
  /** How many texts come before the page. */
  readonly after: number
  readonly page: TextPage
  readonly onAfter: (after: number) => void
}

function PageButtons({ after, page, onAfter }: PageButtonsProps) {
  const t = useText()
  const end = after + page.texts.length
  if (after === 0 && end >= page.total) return null
  return (
    <div className={styles.buttons}>
      {after > 0 && (
        <Button variant="quiet" onClick={() => onAfter(Math.max(0, after - 50))}>
          {t('languages.before')}
        </Button>
      )}
      {end < page.total && (
        <Button variant="secondary" onClick={() => onAfter(end)}>
          {t('languages.more')}
        </Button>
      )}
    </div>
  )
}
