import type { Market } from '@portico/rules/shop/lines'
import { lifeEvents, SPECIAL_DAYS } from '@portico/rules/shop/windows'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './shop.module.css'
import type { Quote } from './types.ts'

interface WindowNoticeProps {
  readonly market: Market
  readonly window: Quote['window']
}

/** When people can enroll, and what is possible at other times (SH-9). */
export function WindowNotice({ market, window: { open, begins, ends, starts, planYear } }: WindowNoticeProps) {
  const t = useText()
  const { dateLong } = useFormat()
  if (open && starts !== null) {
    const values = { year: planYear, ends: dateLong(ends), starts: dateLong(starts) }
    return (
      <Alert tone="info" title={t('shop.window.open', values)}>
        <p>{t('shop.window.starts', values)}</p>
      </Alert>
    )
  }
  return (
    <Alert tone="info" title={t('shop.window.closed', { begins: dateLong(begins), year: planYear })}>
      {market === 'medicare' ? (
        <p>{t('shop.window.medicare')}</p>
      ) : (
        <>
          <p>{t('shop.window.special', { days: SPECIAL_DAYS })}</p>
          <ul className={styles.steps}>
            {lifeEvents.map((event) => (
              <li key={event}>{t(`shop.event.${event}`)}</li>
            ))}
          </ul>
          <p>{t('shop.window.always')}</p>
        </>
      )}
    </Alert>
  )
}
