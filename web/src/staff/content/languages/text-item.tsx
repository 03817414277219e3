import { describeLanguage } from '@portico/rules/languages/list'
import { useMomentFormat } from '../../../base/texts/moment.tsx'
import { useText } from '../../../base/texts/text.tsx'
import lettering from '../../../kit/layout/lettering.module.css'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './languages.module.css'
import type { Reading, ReadText } from './types.ts'

const tones = { read: 'success', unread: 'neutral', reported: 'danger', changed: 'warning', missing: 'info' } as const

interface TextItemProps {
  readonly language: Reading['language']
  readonly text: ReadText
  /** The text's area, if texts of several areas are shown. */
  readonly area: string | null
  readonly onMark: (state: 'read' | 'unread') => void
  readonly onReport: () => void
}

/** A text beside its English, with its marks and reports. */
export function TextItem({ language, text, area, onMark, onReport }: TextItemProps) {
  const t = useText()
  const moments = useMomentFormat()
  const { id, english, translated, state, note, by, at } = text
  const { tag, direction } = describeLanguage(language)
  return (
    <li className={styles.row}>
      <div className={styles.pair}>
        <p lang="en" dir="ltr" className={styles.text}>
          {english}
        </p>
        {translated !== null && (
          <p lang={tag} dir={direction} className={styles.text}>
            {translated}
          </p>
        )}
      </div>
      <p className={styles.about}>
        <Badge tone={tones[state]}>{t(`languages.state-${state}`)}</Badge>
        {by !== null && at !== null && (
          <span className={lettering.key}>{t('languages.by', { by, at: moments.dateTime(at) })}</span>
        )}
        {area !== null && <span className={lettering.key}>{area}</span>}
        <code className={lettering.key}>{id}</code>
      </p>
      {state === 'reported' && note !== '' && (
        <p>
          <q>{note}</q>
        </p>
      )}
      {state !== 'missing' && (
        <div className={styles.buttons}>
          {state === 'read' ? (
            <Button variant="quiet" aria-label={t('languages.unmark-named', { id })} onClick={() => onMark('unread')}>
              {t('languages.unmark')}
            </Button>
          ) : (
            <Button variant="secondary" aria-label={t('languages.mark-named', { id })} onClick={() => onMark('read')}>
              {t('languages.mark')}
            </Button>
          )}
          <Button variant="quiet" aria-label={t('languages.report-named', { id })} onClick={onReport}>
            {t('languages.report')}
          </Button>
        </div>
      )}
    </li>
  )
}
