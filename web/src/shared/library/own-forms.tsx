import type { PayloadOf } from '@portico/contract/call'
import type { sentForms } from '@portico/contract/calls/forms'
import type { SentFormState } from '@portico/rules/forms/state'
import type { Loaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useReplyDay } from '../../base/texts/use-reply-day.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DocumentButton } from './document-button.tsx'
import styles from './library-view.module.css'

type Own = PayloadOf<typeof sentForms>

const stateTones: Readonly<Record<SentFormState, BadgeProps['tone']>> = {
  received: 'info',
  'in-work': 'info',
  'more-needed': 'warning',
  answered: 'success',
}

/** The member's unfinished forms, and the state of each form they have sent (MP-21); nothing if there are none. */
export function OwnForms({ loaded: { value, failed, reload } }: { readonly loaded: Loaded<Own> }) {
  const t = useText()
  if (failed)
    return (
      <Card title={t('library.own')}>
        <ErrorState onRetry={reload} />
      </Card>
    )
  if (value === null)
    return (
      <Card title={t('library.own')}>
        <Skeleton shape="line" />
      </Card>
    )
  const { forms, begun } = value
  if (forms.length + begun.length === 0) return null
  return (
    <Card title={t('library.own')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul className={styles.items} role="list">
        {begun.map(({ kind, savedAt }) => (
          <li key={kind} className={styles.item}>
            <div className={styles.words}>
              <h3>
                <Link to={links.form(kind)}>{t(`library.kind-${kind}`)}</Link>
              </h3>
              <p className={lettering.muted}>
                {t('library.begun')} <MomentText at={savedAt} />
              </p>
            </div>
            <Badge tone="neutral">{t('library.state-begun')}</Badge>
          </li>
        ))}
        {forms.map((form) => (
          <SentLine key={form.messageId} form={form} />
        ))}
      </ul>
    </Card>
  )
}

function SentLine({ form }: { readonly form: Own['forms'][number] }) {
  const t = useText()
  const format = useFormat()
  const day = useReplyDay()
  const { messageId, title, receipt, about, sentAt, state, dueAt } = form
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <h3>
          {title} <Badge tone={stateTones[state]}>{t(`library.state-${state}`)}</Badge>
        </h3>
        {about !== null && <p>{t('library.about-person', { name: about })}</p>}
        <p className={lettering.muted}>{t('library.sent', { day: format.dateLong(sentAt), receipt })}</p>
        <p>
          {dueAt === null ? t(`library.next-${state}`) : t('library.next-due', { day: day(dueAt) })}{' '}
          <Link to={links.message(messageId)} aria-label={t('library.read-named', { receipt })}>
            {t('library.read')}
          </Link>
        </p>
      </div>
      <div className={styles.actions}>
        <DocumentButton of={{ messageId }} title={`${title} ${receipt}`} />
      </div>
    </li>
  )
}
