import type { PayloadOf } from '@portico/contract/call'
import type { searchAudit } from '@portico/contract/calls/oversight'
import { everyBrand } from '@portico/rules/brand/every'
import { type SettingKey, settingKeys } from '@portico/rules/settings/declared'
import { toSetting } from '@portico/rules/settings/stored'
import { dateFormat } from '../../base/texts/format.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText, useTexts } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { useNow } from '../../base/use-now.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { useValueText } from '../../shared/setting-values/use-value-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { nameAction } from './action-text.ts'
import styles from './administration.module.css'

type Found = PayloadOf<typeof searchAudit>['events'][number]

/** One event of the audit log: who, when to the second, what, and what it changed (AD-4). */
export function AuditEvent({ event }: { readonly event: Found }) {
  const t = useText()
  const format = useMomentFormat()
  const formatSecond = useSecondFormat()
  // Until its words are loaded, or if they cannot be, an action shows as its code.
  const said = useArea('audit') ? nameAction(event.action, t) : null
  const { by, as, at, action, outcome, memberNumber, recordId, address, seq, times, detail } = event
  return (
    <li className={styles.event}>
      <div>
        <p className={lettering.name}>
          {by ?? t('administration.log.nobody')}
          {as !== null && <span className={styles.explained}>{t('administration.log.as', { as })}</span>}
        </p>
        <time dateTime={at} className={lettering.key}>
          {formatSecond(at)}
        </time>
      </div>
      <div>
        <p className={styles.badges}>
          {said ?? <code className={styles.code}>{action}</code>}
          {outcome !== 'done' && <Badge tone="warning">{t(`administration.outcome.${outcome}`)}</Badge>}
          {times !== null && <Badge tone="neutral">{t('administration.log.times', { count: times })}</Badge>}
        </p>
        {detail && <Detail detail={detail} />}
        {said !== null && (
          <p className={lettering.key}>
            {t('administration.log.code')} <code className={styles.code}>{action}</code>
          </p>
        )}
        {recordId !== null && (
          <p className={lettering.key}>
            {t('administration.log.record')} <code className={styles.code}>{recordId}</code>
          </p>
        )}
      </div>
      <p className={styles.small}>
        {memberNumber === null ? '' : t('administration.accounts.number', { number: memberNumber })}
        <span className={styles.explained}>{address}</span>
      </p>
      <p className={lettering.key}>
        {seq === null ? t('administration.log.unsealed') : t('administration.log.seq', { seq: format.number(seq) })}
      </p>
    </li>
  )
}

function Detail({ detail }: { readonly detail: NonNullable<Found['detail']> }) {
  const t = useText()
  const valueText = useValueText()
  const { about, brand, brandName, before, value, reason, ticket } = detail
  // Until the words for settings are loaded, or if they cannot be, a setting shows as its key.
  const canName = useArea('settings')
  const key = (canName && settingKeys.find((one) => one === about)) || null
  const writeValue = (one: string | null) =>
    one === null ? t('settings.history.unset') : key === null ? one : valueText(key, readValue(key, one))
  return (
    <>
      {about !== null && (
        <p>
          {key === null ? about : t(`settings.name.${key}`)}{' '}
          {key !== null && <code className={styles.code}>{key}</code>}{' '}
          {brand !== null && (
            <Badge tone="neutral">
              {brandName ?? (brand === everyBrand && canName ? t('settings.every-brand') : brand)}
            </Badge>
          )}
        </p>
      )}
      {key !== null && <p>{t('settings.history.entry', { before: writeValue(before), value: writeValue(value) })}</p>}
      {reason !== null && (
        <p>
          {t('administration.log.reason')} <q>{reason}</q>
        </p>
      )}
      {ticket !== null && <p>{t('administration.log.ticket', { ticket })}</p>}
    </>
  )
}

function readValue(key: SettingKey, text: string) {
  const truth = text === 'true' || text === 'false' ? text === 'true' : null
  return toSetting(key, { boolean_value: truth, string_value: text })
}

const toSecond = { dateStyle: 'medium', timeStyle: 'medium' } as const

/** `Nov 9, 2026, 9:12:45 AM`, in the viewer's zone: many events share a minute. */
function useSecondFormat(): (moment: string) => string {
  const { locale } = useTexts()
  const { timeZone } = useNow()
  const options = timeZone === undefined ? toSecond : { ...toSecond, timeZone }
  return (moment) => dateFormat(locale, options).format(new Date(moment))
}
