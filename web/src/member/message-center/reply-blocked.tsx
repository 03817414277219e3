import { serviceLabel } from '@portico/rules/messages/service-link'
import { usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import type { Message } from '../../shared/conversation/types.ts'
import { Alert } from '../../ui/alert.tsx'
import styles from './reply.module.css'

/** Why no reply can be written here, and what to do instead (MC-2). */
export function ReplyBlocked({ reason }: { readonly reason: Message['replyBlockedReason'] }) {
  const t = useText()
  const { brand } = usePage()
  return (
    <Alert tone="info" title={t('message-center.blocked-title')} className={styles.blocked}>
      {reason !== null && <p>{t(`message-center.blocked-${reason}`)}</p>}
      <p>
        <RichText
          id="message-center.blocked-way"
          values={{ service: t(`message-center.${serviceLabel(brand.code)}`) }}
          elements={{ service: (words) => <Link to={links.screen('contact-us')}>{words}</Link> }}
        />
      </p>
    </Alert>
  )
}
