import { everyBrand } from '@portico/rules/brand/every'
import { contentDeclared, parseReplyId } from '@portico/rules/content/declared'
import { contentFields } from '@portico/rules/content/judge'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import styles from './content.module.css'
import { nameReaders } from './reader-names.ts'
import { ContentStateBadge } from './state-badge.tsx'
import type { ContentItem } from './types.ts'
import type { useNames } from './use-names.ts'

interface ContentRowProps {
  readonly item: ContentItem
  readonly names: ReturnType<typeof useNames>
  /** Null if the viewer cannot approve it. */
  readonly chosen: boolean | null
  readonly onChoose: (chosen: boolean) => void
}

/** How many characters of a text the list shows. */
const excerpt = 300

/** An item in the list: what it is, who reads it, what they see now, and what waits for approval. */
export function ContentRow({ item, names, chosen, onChoose }: ContentRowProps) {
  const t = useText()
  const { live, latest, qualifiers, name, contentType } = item
  const declared = contentDeclared(name, contentType)
  const title = names.title(item)
  const text = (value: string) =>
    declared === null
      ? value
      : contentFields(declared, value)
          // The title is shown next to it.
          .filter((field) => field.kind === 'text' && field.value !== title)
          .map((field) => field.value)
          .join(' · ')
          .slice(0, excerpt)
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link to={links.contentItem(item)} className={lettering.name}>
          {title}
        </Link>
        <p className={styles.badges}>
          <Badge tone={item.brand === everyBrand ? 'neutral' : 'info'}>{names.brand(item.brand)}</Badge>
          <Badge tone="neutral">{t(`content.language.${item.language}`)}</Badge>
          {Object.entries(qualifiers).map(([qualifier, value]) => (
            <Badge key={qualifier} tone="info">
              {nameReaders(qualifier, t)}: {value}
            </Badge>
          ))}
          {parseReplyId(name) === null && <code className={lettering.key}>{name}</code>}
        </p>
      </div>
      <div className={styles.what}>
        <p className={styles.excerpt}>{live === null ? t('content.not-shown') : text(live.value)}</p>
        {latest && (
          <p className={lettering.key}>
            <ContentStateBadge state={latest.state} /> {latest.by}, <MomentText at={latest.step?.at ?? latest.at} />
          </p>
        )}
      </div>
      {chosen !== null && (
        <Checkbox label={t('content.choose', { name: title })} labelHidden checked={chosen} onValue={onChoose} />
      )}
    </li>
  )
}
