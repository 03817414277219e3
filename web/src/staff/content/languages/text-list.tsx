import { markLanguageTexts, readLanguageTexts } from '@portico/contract/calls/languages'
import { useState } from 'react'
import { api } from '../../../base/api/api.ts'
import { useAction } from '../../../base/api/use-action.ts'
import { useLoaded } from '../../../base/api/use-loaded.ts'
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
export function TextList({ brand, reading, onChanged, onReload }: TextListProps) {
  const t = useText()
  const { language, version, areas } = reading
  const [filters, setFilters] = useState<Readonly<Record<'area' | 'show' | 'words', string>>>({
    ...{ area: areas[0]?.area ?? '', show: 'all', words: '' },
  })
  const { area } = filters
  const [after, setAfter] = useState(0)
  const words = useRested(filters.words, 300)
  const [reporting, setReporting] = useState<ReadText | null>(null)
  const marking = useAction(problems, 'languages.failed')
  const show = shows.find((one) => one === filters.show) ?? 'all'
  const asked = { brand, language, area: area === '' ? null : area, words, show, after }
  const list = useLoaded((signal) => api.call(readLanguageTexts, { body: asked, signal }), {
    key: JSON.stringify(asked),
  })
  const shown = list.value
  const narrow = (next: Partial<typeof filters>) => {
    setFilters({ ...filters, ...next })
    setAfter(0)
  }

  const mark = (of: string, ids: string[] | null, state: 'read' | 'unread', said: string) =>
    marking.run(async () => {
      try {
        const body = { brand, language, version, area: of, ids, state, note: '' }
        const { reading: now } = await api.call(markLanguageTexts, { body })
        list.change((all) => ({ ...all, texts: all.texts.map((text) => (isMarked(text) ? become(text) : text)) }))
        onChanged(now, said)
      } catch (error) {
        onReload()
        throw error
      }
      function isMarked(text: ReadText): boolean {
        if (text.area !== of || text.state === 'missing') return false
        return ids === null ? text.state !== 'reported' : ids.includes(text.id)
      }
      function become(text: ReadText): ReadText {
        return { ...text, state, note: '', by: null, at: null }
      }
    })

  const inArea = area === '' ? '' : nameArea(area, t)
  return (
    <section aria-labelledby="language-texts" className={styles.texts}>
      <h2 id="language-texts">{t('languages.texts')}</h2>
      <div className={styles.filters}>
        <Select label={t('languages.area')} value={area} onValue={(next) => narrow({ area: next })}>
          <option value="">{t('languages.area-all')}</option>
          <Options
            of={areas}
            value={(one) => one.area}
            text={({ read, total, ...one }) => t('languages.area-option', { area: nameArea(one.area, t), read, total })}
          />
        </Select>
        <Select label={t('languages.show')} value={show} onValue={(next) => narrow({ show: next })}>
          <Options of={shows} text={(one) => t(`languages.show.${one}`)} />
        </Select>
        <TextField
          type="search"
          label={t('languages.find')}
          hint={t('languages.find-hint')}
          value={filters.words}
          onValue={(next) => narrow({ words: next })}
          maxLength={100}
          autoComplete="off"
        />
      </div>
      {area !== '' && (
        <div className={styles.buttons}>
          <Button
            variant="secondary"
            busy={marking.busy}
            onClick={() => mark(area, null, 'read', t('languages.area-marked', { area: inArea }))}
          >
            {t('languages.mark-area')}
          </Button>
          <Button
            variant="quiet"
            busy={marking.busy}
            onClick={() => mark(area, null, 'unread', t('languages.area-unmarked', { area: inArea }))}
          >
            {t('languages.unmark-area')}
          </Button>
        </div>
      )}
      <Problem text={marking.problem} />
      <p role="status" className={styles.status}>
        {list.value &&
          (list.value.total === 0 ? t('languages.none') : t('languages.found', { count: list.value.total }))}
      </p>
      {list.failed && <ErrorState onRetry={list.reload} />}
      {shown === null && !list.failed && <Skeleton shape="block" />}
      <ul className={styles.rows}>
        {shown?.texts.map((text) => (
          <TextItem
            key={`${text.area} ${text.id}`}
            {...{ language, text }}
            area={area === '' ? nameArea(text.area, t) : null}
            onMark={(state) => mark(text.area, [text.id], state, '')}
            onReport={() => setReporting(text)}
          />
        ))}
      </ul>
      {shown !== null && (after > 0 || after + shown.texts.length < shown.total) && (
        <div className={styles.buttons}>
          {after > 0 && (
            <Button variant="quiet" onClick={() => setAfter(Math.max(0, after - 50))}>
              {t('languages.before')}
            </Button>
          )}
          {after + shown.texts.length < shown.total && (
            <Button variant="secondary" onClick={() => setAfter(after + shown.texts.length)}>
              {t('languages.more')}
            </Button>
          )}
        </div>
      )}
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
