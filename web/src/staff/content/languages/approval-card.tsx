import { listLanguageReadings } from '@portico/contract/calls/languages'
import { decideSetting } from '@portico/contract/calls/settings'
import { settingProblemCodes } from '@portico/rules/settings/judge'
import { useState } from 'react'
import { api } from '../../../base/api/api.ts'
import { useAction } from '../../../base/api/use-action.ts'
import { useMomentFormat } from '../../../base/texts/moment.tsx'
import { useText, useTexts } from '../../../base/texts/text.tsx'
import { Problem } from '../../../kit/forms/problem.tsx'
import lettering from '../../../kit/layout/lettering.module.css'
import { nameLanguage } from '../../../shared/setting-values/name-language.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Meter } from '../../../ui/meter.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import styles from './languages.module.css'
import { problems, type Reading } from './types.ts'

/** A waiting approval is checked again when it is confirmed. */
const refused = Object.fromEntries(settingProblemCodes.map((code) => [code, 'languages.conflict' as const]))

interface ApprovalCardProps {
  readonly brand: string
  readonly reading: Reading
  /** Another language that somebody else has asked for; it has to be decided first. */
  readonly before: Reading['language'] | null
  readonly onChanged: (reading: Reading, said: string) => void
  readonly onReload: () => void
}

/** How much of a language is read, what is approved, and what a reader or an administrator can do about it. */
export function ApprovalCard({ brand, reading, before, onChanged, onReload }: ApprovalCardProps) {
  const t = useText()
  const { locale } = useTexts()
  const moments = useMomentFormat()
  const [asked, setAsked] = useState<'approve' | 'withdraw' | null>(null)
  const confirming = useAction({ ...problems, ...refused }, 'languages.failed')
  const { language, total, read, reported, changed, missing, approval, waiting } = reading
  const name = nameLanguage(language, locale)
  const isReadWhole = total > 0 && read === total
  const isOpen = approval?.isWhole !== true && waiting === null
  // Rounded down: never 100 % while a text is missing.
  const part = total === 0 ? 0 : Math.floor((read / total) * 100) / 100
  const percent = part.toLocaleString(locale, { style: 'percent' })
  const share = t('languages.share', { read, total, share: percent })
  const confirm = () =>
    confirming.run(async () => {
      if (waiting === null) return
      await api.call(decideSetting, {
        params: { brand, key: 'APPROVED_LANGUAGES' },
        body: { waitingId: waiting.changeId, confirm: true },
      })
      const { languages } = await api.call(listLanguageReadings, { query: { brand } })
      const now = languages.find((one) => one.language === language)
      if (now !== undefined) onChanged(now, t('languages.confirmed'))
    })
  return (
    <Card title={<span>{name}</span>} className={styles.card}>
      <p>{share}</p>
      <Meter label={name} value={read} max={total} valueText={share} />
      {reported > 0 && <p>{t('languages.reported', { count: reported })}</p>}
      {changed > 0 && <p>{t('languages.changed', { count: changed })}</p>}
      {missing > 0 && <p className={lettering.key}>{t('languages.missing', { count: missing })}</p>}
      {!reading.offered && <p className={lettering.key}>{t('languages.not-offered')}</p>}
      <ApprovalText approval={approval} />
      {waiting && (
        <Alert tone="info">
          <p>
            {t(waiting.isOwn ? 'languages.waits-own' : 'languages.waits', {
              by: waiting.by,
              at: moments.dateTime(waiting.at),
            })}{' '}
            <q>{waiting.reason}</q>
          </p>
        </Alert>
      )}
      <Problem text={confirming.problem} />
      <div className={styles.buttons}>
        {waiting?.mayConfirm && (
          <Button busy={confirming.busy} onClick={confirm}>
            {t('languages.confirm')}
          </Button>
        )}
        {isOpen && isReadWhole && before === null && (
          <Button onClick={() => setAsked('approve')}>{t('languages.approve')}</Button>
        )}
        {(approval !== null || waiting !== null) && (
          <Button variant="secondary" onClick={() => setAsked('withdraw')}>
            {t('languages.withdraw')}
          </Button>
        )}
      </div>
      {isOpen && !isReadWhole && <p className={lettering.key}>{t('languages.approve-first')}</p>}
      {isOpen && isReadWhole && before !== null && (
        <p className={lettering.key}>{t('languages.approve-before', { language: nameLanguage(before, locale) })}</p>
      )}
      {asked && (
        <DecisionDialog
          {...{ brand, reading, name, asked }}
          onClose={() => setAsked(null)}
          onConflict={onReload}
          onDone={(now) => {
            setAsked(null)
            onChanged(now, t(asked === 'approve' ? 'languages.approved' : 'languages.withdrawn'))
          }}
        />
      )}
    </Card>
  )
}

/** Whether a language is approved, by whom, and whether that still holds for its present texts. */
function ApprovalText({ approval }: Pick<Reading, 'approval'>) {
  const t = useText()
  const moments = useMomentFormat()
  if (approval === null) return <p>{t('languages.state.none')}</p>
  const { by, confirmedBy } = approval
  const at = moments.dateTime(approval.at)
  const state = approval.isWhole ? 'whole' : 'changed'
  return (
    <p>
      {confirmedBy === null
        ? t(`languages.state.${state}`, { at, by })
        : t(`languages.state.${state}-confirmed`, { at, by, second: confirmedBy })}
    </p>
  )
}
