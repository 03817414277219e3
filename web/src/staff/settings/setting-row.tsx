import { findDeclared } from '@portico/rules/settings/declared'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { useValueText } from '../../shared/setting-values/use-value-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './settings.module.css'
import type { Setting, SettingList } from './types.ts'

interface SettingRowProps {
  readonly setting: Setting
  readonly brands: SettingList['brands']
  readonly onChange: () => void
}

/** A setting: its meaning, the value that applies and where it comes from, and who last set it. */
export function SettingRow({ setting, brands, onChange }: SettingRowProps) {
  const t = useText()
  const valueText = useValueText()
  const { key, value, everywhere, changed, waiting, brandsWithOwn } = setting
  const from = value !== null ? 'own' : everywhere !== null ? 'everywhere' : 'default'
  const name = t(`settings.name.${key}`)
  const names = brandsWithOwn.map((code) => brands.find((brand) => brand.code === code)?.name ?? code)
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h3>{name}</h3>
        <p className={lettering.key}>{t(`settings.about.${key}`)}</p>
        <code className={lettering.key}>{key}</code>
      </div>
      <div className={styles.value}>
        <p className={lettering.name}>{valueText(key, value ?? everywhere ?? findDeclared(key).otherwise)}</p>
        <Badge tone={from === 'own' ? 'info' : 'neutral'}>{t(`settings.from.${from}`)}</Badge>
        {waiting && (
          <Badge tone="warning">
            {t('settings.waits', {
              value: waiting.value === null ? t('settings.history.unset') : valueText(key, waiting.value),
            })}
          </Badge>
        )}
        {changed && (
          <p className={lettering.key}>
            {changed.by}, <MomentText at={changed.at} />: <q>{changed.reason}</q>
          </p>
        )}
        {names.length > 0 && <p className={lettering.key}>{t('settings.own', { names: names.join(', ') })}</p>}
      </div>
      <Button variant="secondary" aria-label={t('settings.change-named', { name })} onClick={onChange}>
        {t('settings.change')}
      </Button>
    </li>
  )
}
