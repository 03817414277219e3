import { contentReleases } from '@portico/contract/calls/content-console'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './content.module.css'
import { StepDialog } from './step-dialog.tsx'
import type { ContentList, ContentRelease } from './types.ts'
import { useNames } from './use-names.ts'

interface ReleasesProps {
  readonly brands: ContentList['brands']
  /** The current texts, for the titles of names. */
  readonly known: ContentList['items']
}

/** The releases, with author and reason, and their roll-back (CT-8). */
export function Releases({ brands, known }: ReleasesProps) {
  const t = useText()
  const names = useNames(brands)
  const { moment: now } = useNow()
  const releases = useLoaded((signal) => api.call(contentReleases, { signal }))
  const [undoing, setUndoing] = useState<ContentRelease | null>(null)
  const [said, setSaid] = useState('')
  const all = releases.last?.releases
  return (
    <>
      <p className={lettering.key}>{t('content.releases.text')}</p>
      <p role="status" className={styles.status}>
        {said}
      </p>
      {releases.failed && <ErrorState onRetry={releases.reload} />}
      {!releases.failed && all === undefined && <Skeleton shape="block" />}
      {all?.length === 0 && <p>{t('content.releases.none')}</p>}
      <ol className={styles.rows}>
        {all?.map((release) => (
          <ReleaseRow
            key={release.releaseId}
            release={release}
            {...{ names, known, now }}
            onUndo={() => setUndoing(release)}
          />
        ))}
      </ol>
      {undoing && (
        <StepDialog
          asked={{ step: 'undo', releaseId: undoing.releaseId }}
          onClose={() => setUndoing(null)}
          onDone={() => {
            setUndoing(null)
            setSaid(t('content.rolled-back', { name: undoing.note }))
            releases.reload()
          }}
        />
      )}
    </>
  )
}

interface ReleasedTextsProps {
  readonly release: ContentRelease
  readonly names: ReturnType<typeof useNames>
  readonly known: ContentList['items']
}

interface ReleaseRowProps extends ReleasedTextsProps {
  readonly now: string
  readonly onUndo: () => void
}

/** A release: its reason, author, start and texts, and whether it was rolled back. */
function ReleaseRow({ release, names, known, now, onUndo }: ReleaseRowProps) {
  const t = useText()
  const state = findState(release, now)
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={lettering.name}>{release.note}</p>
        <p className={styles.badges}>
          <Badge tone={state === 'live' ? 'success' : state === 'scheduled' ? 'info' : 'neutral'}>
            {t(`content.state.${state}`)}
          </Badge>
        </p>
        <p className={lettering.key}>
          {release.by}, <MomentText at={release.at} />
        </p>
        {(release.until || release.from !== release.at) && (
          <p className={lettering.key}>
            {t('content.shows-from')} <MomentText at={release.from} />
            {release.until && (
              <>
                {' '}
                {t('content.shows-until')} <MomentText at={release.until} />
              </>
            )}
          </p>
        )}
        {release.undone && (
          <p className={lettering.key}>
            {t('content.undone-by', { name: release.undone.by })} <MomentText at={release.undone.at} />:{' '}
            <q>{release.undone.note}</q>
          </p>
        )}
      </div>
      <ReleasedTexts {...{ release, names, known }} />
      {release.mayUndo && (
        <Button variant="secondary" aria-label={t('content.undo-named', { name: release.note })} onClick={onUndo}>
          {t('content.step.undo')}
        </Button>
      )}
    </li>
  )
}

function ReleasedTexts({ release, names, known }: ReleasedTextsProps) {
  return (
    <ul className={styles.plain}>
      {release.items.map((item) => {
        const key = { ...item, language: item.language === 'es' ? ('es' as const) : ('en' as const) }
        return (
          <li key={item.versionId}>
            <Link to={links.contentItem(key)}>
              {names.title(
                known.find(({ name }) => name === item.name) ?? {
                  name: item.name,
                  contentType: null,
                  live: null,
                  latest: null,
                },
              )}
            </Link>
            <span className={lettering.key}> {names.readers(key)}</span>
          </li>
        )
      })}
    </ul>
  )
}

function findState({ undone, from, until }: ContentRelease, now: string) {
  if (undone) return 'undone'
  if (from > now) return 'scheduled'
  return until !== null && until <= now ? 'ended' : 'live'
}
