import type { Market, PlanLine } from '@portico/rules/shop/lines'
import { isAlwaysOpen, lifeEvents, SPECIAL_DAYS } from '@portico/rules/shop/windows'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import styles from './shop.module.css'
import type { Quote } from './types.ts'

interface WindowNoticeProps {
  readonly market: Market
  readonly line: PlanLine
  readonly window: Quote['window']
}

/** When people can enroll, and what is possible at other times (SH-9). */
export function WindowNotice({ market, line, window: { open, begins, ends, starts, planYear } }: WindowNoticeProps) {
  const t = useText()
  const { dateLong } = useFormat()
  // Medigap plans have no yearly enrollment period.
  if (line === 'medigap')
    return (
      <Alert tone="info" title={t('shop.window.medigap')}>
        <p>{t('shop.window.medigap.first')}</p>
        <p>{t('shop.window.medigap.later')}</p>
      </Alert>
    )
  if (isAlwaysOpen(line)) return <Alert tone="info" title={t('shop.window.always')} />
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
