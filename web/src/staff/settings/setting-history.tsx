import { settingHistory } from '@portico/contract/calls/settings'
import type { SettingValue } from '@portico/rules/settings/declared'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { useValueText } from '../../shared/setting-values/use-value-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './settings.module.css'
import type { Setting } from './types.ts'

interface SettingHistoryProps {
  readonly brand: string
  readonly setting: Setting
  /** Puts an earlier value into the form; null: the viewer may not change it here. */
  readonly onAgain: ((value: SettingValue | null) => void) | null
}

/** Who set it to which value, when and why, latest first (CT-8). */
export function SettingHistory({ brand, setting, onAgain }: SettingHistoryProps) {
  const t = useText()
  const valueText = useValueText()
  const { key, changed } = setting
  const load = (signal: AbortSignal) => api.call(settingHistory, { params: { brand, key }, signal })
  const history = useLoaded(load, { key: changed?.changeId ?? '' })
  const text = (value: SettingValue | null) => (value === null ? t('settings.history.unset') : valueText(key, value))
  const changes = history.last?.changes
  return (
    <section aria-labelledby="setting-history">
      <h3 id="setting-history">{t('settings.history')}</h3>
      {history.failed && <ErrorState onRetry={history.reload} />}
      {!history.failed && changes === undefined && <Skeleton shape="block" />}
      {changes?.length === 0 && <p className={lettering.key}>{t('settings.history.none')}</p>}
      <ol className={styles.history}>
        {changes?.map(({ changeId, at, by, reason, confirmedBy, value, before }, index) => (
          <li key={changeId}>
            <p>{t('settings.history.entry', { before: text(before), value: text(value) })}</p>
            <p className={lettering.key}>
              {by}, <MomentText at={at} />: <q>{reason}</q>
              {confirmedBy !== null && <> {t('settings.confirmed-by', { by: confirmedBy })}</>}
            </p>
            {onAgain && index > 0 && (
              <Button
                variant="quiet"
                aria-label={t('settings.again-named', { value: text(value) })}
                onClick={() => onAgain(value)}
              >
                {t('settings.again')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
