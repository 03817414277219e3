import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { chooseLanguage } from './choose-language.ts'
import styles from './provisional-line.module.css'

/**
 * Says on every page in an unchecked language that no one has checked it, or what has changed since someone did, in that language and in
 * English (LG-4).
 */
export function ProvisionalLine() {
  const t = useText()
  const { hasChanged } = usePage().languages
  return (
    <div className={styles.line} role="note">
      <p className={styles.row}>
        <span>{t(hasChanged ? 'provisional.changed' : 'provisional.text')}</span>{' '}
        <span lang="en" dir="ltr">
          {t(hasChanged ? 'provisional.changed-said' : 'provisional.said')}{' '}
          <button type="button" className={styles.english} onClick={() => chooseLanguage('en')}>
            {t('provisional.english')}
          </button>
        </span>
      </p>
    </div>
  )
}
