import { diffWordsWithSpace } from 'diff'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './content.module.css'

/** Longer texts are shown without highlighting, since highlighted words would be hard to find in them. */
const most = 4000

interface DifferencesProps {
  readonly before: string
  readonly after: string
  /** Which of the two is shown, with what the other lacks highlighted. */
  readonly side: 'before' | 'after'
}

/** One of two texts with the differences marked: by line and color, and in words for screen readers. */
export function Differences({ before, after, side }: DifferencesProps) {
  const t = useText()
  const own = side === 'before' ? before : after
  if (own === '') return <span className={lettering.key}>{t('content.nothing')}</span>
  if (before.length + after.length > most) return own
  const parts = diffWordsWithSpace(before, after)
  let place = 0
  return parts.map((part) => {
    place += part.value.length
    if (side === 'before' ? part.added : part.removed) return null
    if (!part.added && !part.removed) return part.value
    const Mark = part.added ? 'ins' : 'del'
    return (
      <Mark key={place} className={part.added ? styles.added : styles.removed}>
        <VisuallyHidden>{t(part.added ? 'content.added' : 'content.removed')} </VisuallyHidden>
        {part.value}
      </Mark>
    )
  })
}
