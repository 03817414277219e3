import { contentVersions } from '@portico/contract/calls/content-console'
import type { DeclaredContent } from '@portico/rules/content/declared'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './content.module.css'
import { FieldDifferences, listChangedFields } from './field-differences.tsx'
import { ContentStateBadge } from './state-badge.tsx'
import type { ContentItem } from './types.ts'

interface VersionHistoryProps {
  readonly item: ContentItem
  readonly declared: DeclaredContent
  /** The text of a version that restored the released one. */
  readonly released: string
  /** Puts an earlier version into the form as a draft; null if the viewer may not write. */
  readonly onRestore: ((value: string) => void) | null
}

/** Every version, latest first, each next to the one before it (CT-8). */
export function VersionHistory({ item, declared, released, onRestore }: VersionHistoryProps) {
  const t = useText()
  const { name, brand, language, qualifiers, latest } = item
  const body = { name, brand, language, qualifiers }
  const history = useLoaded((signal) => api.call(contentVersions, { body, signal }), {
    key: `${latest?.versionId} ${latest?.state}`,
    lookPause: 10_000,
  })
  const [open, setOpen] = useState<string | null>(null)
  const versions = history.last?.versions
  const newer = history.value?.versions[0]
  return (
    <>
      <div role="status">
        {newer && newer.versionId !== latest?.versionId && (
          <Alert tone="warning">
            <p>{t('content.meanwhile', { name: newer.by })}</p>
          </Alert>
        )}
      </div>
      {history.failed && <ErrorState onRetry={history.reload} />}
      {!history.failed && versions === undefined && <Skeleton shape="block" />}
      {versions?.length === 0 && <p className={lettering.key}>{t('content.history.none')}</p>}
      <ol className={styles.history}>
        {versions?.map((version, index) => {
          const changed = listChangedFields(
            declared,
            versions[index + 1]?.value ?? released,
            version.value ?? released,
            t,
          )
          const isOpen = open === version.versionId
          return (
            <li key={version.versionId}>
              <p>
                <ContentStateBadge state={version.state} /> {version.by}, <MomentText at={version.at} />:{' '}
                <q>{version.note}</q>
              </p>
              {version.step && (version.step.note !== version.note || version.step.by !== version.by) && (
                <p className={lettering.key}>
                  {version.step.by}, <MomentText at={version.step.at} />: <q>{version.step.note}</q>
                </p>
              )}
              <div className={styles.buttons}>
                <Button
                  variant="quiet"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? null : version.versionId)}
                >
                  {t('content.history.differences', { count: changed.length })}
                </Button>
                {onRestore && index > 0 && (
                  <Button variant="quiet" onClick={() => onRestore(version.value ?? released)}>
                    {t('content.history.restore')}
                  </Button>
                )}
              </div>
              {isOpen && <FieldDifferences fields={changed} language={language} />}
            </li>
          )
        })}
      </ol>
    </>
  )
}
