import { useText } from '../../base/texts/text.tsx'
import { chooseLanguage } from './choose-language.ts'
import styles from './provisional-line.module.css'

/** Says on every page in a language that no one has checked that it is so, in it and in English (LG-4). */
export function ProvisionalLine() {
  const t = useText()
  return (
    <div className={styles.line} role="note">
      <p className={styles.row}>
        <span>{t('provisional.text')}</span>{' '}
        <span lang="en" dir="ltr">
          {t('provisional.said')}{' '}
          <button type="button" className={styles.english} onClick={() => chooseLanguage('en')}>
            {t('provisional.english')}
          </button>
        </span>
      </p>
    </div>
  )
}
