import { decideSetting } from '@portico/contract/calls/settings'
import { settingProblemCodes } from '@portico/rules/settings/judge'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { useValueText } from '../../shared/setting-values/use-value-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './settings.module.css'
import type { Setting } from './types.ts'

const refused = Object.fromEntries(settingProblemCodes.map((code) => [code, 'settings.waiting.refused' as const]))

interface WaitingChangeProps {
  readonly brand: string
  readonly setting: Setting
  readonly editable: boolean
  readonly onDecided: (setting: Setting) => void
}

/** A change that a second administrator confirms; the requester can only drop it (CT-9). */
export function WaitingChange({ brand, setting, editable, onDecided }: WaitingChangeProps) {
  const t = useText()
  const valueText = useValueText()
  const [deciding, setDeciding] = useState<boolean | null>(null)
  const action = useAction({
    CONFLICT: 'settings.waiting.overtaken',
    'NOT-FOUND': 'settings.waiting.gone',
    ...refused,
  })
  const { key, waiting } = setting
  if (waiting === null) return null
  const decide = (confirm: boolean) => {
    setDeciding(confirm)
    return action.run(async () => {
      const body = { waitingId: waiting.changeId, confirm }
      const decided = await api.call(decideSetting, { params: { brand, key }, body })
      onDecided(decided.setting)
    })
  }
  const value = waiting.value === null ? t('settings.history.unset') : valueText(key, waiting.value)
  return (
    <Alert tone="warning" title={t('settings.waits', { value })}>
      <p>
        {waiting.by}, <MomentText at={waiting.at} />: <q>{waiting.reason}</q>
      </p>
      {waiting.isOwn && <p>{t('settings.waiting.own')}</p>}
      {editable && (
        <div className={styles.decisions}>
          {!waiting.isOwn && (
            <Button variant="secondary" busy={action.busy && deciding === true} onClick={() => decide(true)}>
              {t('settings.waiting.confirm')}
            </Button>
          )}
          <Button variant="quiet" busy={action.busy && deciding === false} onClick={() => decide(false)}>
            {t('settings.waiting.drop')}
          </Button>
        </div>
      )}
      <Problem text={action.problem} />
    </Alert>
  )
}
