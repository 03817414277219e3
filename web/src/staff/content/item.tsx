import { everyBrand } from '@portico/rules/brand/every'
import { contentDeclared, findAddedType, parseReplyId } from '@portico/rules/content/declared'
import { listScreens } from '@portico/rules/content/screens'
import { useState } from 'react'
import type { Loaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './content.module.css'
import { ItemForm } from './item-form.tsx'
import { OtherReaders } from './other-readers.tsx'
import { Preview } from './preview.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import { ContentStateBadge } from './state-badge.tsx'
import { type PlannedStep, StepDialog } from './step-dialog.tsx'
import { type ContentItem, type ContentList, type ItemKey, toItemKey } from './types.ts'
import { useNames } from './use-names.ts'
import { VersionHistory } from './version-history.tsx'
import { Warnings } from './warnings.tsx'
import { Why } from './why.tsx'

/** One text for one group of readers: what they see, the draft, its approval, and every version (CT-4 to CT-8). */
export function ItemView({ itemKey, list }: { readonly itemKey: ItemKey; readonly list: Loaded<ContentList> }) {
  const t = useText()
  const loaded = list.value
  const names = useNames(list.last?.brands ?? [])
  if (loaded === null) return list.failed ? <ErrorState onRetry={list.reload} /> : <Skeleton shape="block" />
  const item = itemIn(loaded, itemKey)
  if (item === null) return <EmptyState title={t('content.unknown.title')} text={t('content.unknown.text')} />
  return (
    <>
      <p>
        <Link to={links.content(item.brand === everyBrand ? undefined : item.brand)}>{t('content.back')}</Link>
      </p>
      <h2 className={styles.subtitle}>{names.title(item)}</h2>
      <p className={`${styles.badges} ${styles.heading}`}>
        <Badge tone={item.brand === everyBrand ? 'neutral' : 'info'}>{names.brand(item.brand)}</Badge>
        <Badge tone="neutral">{t(`content.language.${item.language}`)}</Badge>
        {Object.entries(item.qualifiers).map(([qualifier, value]) => (
          <Badge key={qualifier} tone="info">
            {qualifier}: {value}
          </Badge>
        ))}
        {item.latest && <ContentStateBadge state={item.latest.state} />}
        {parseReplyId(item.name) === null && <code className={styles.key}>{item.name}</code>}
      </p>
      <Item item={item} list={list} loaded={loaded} names={names} />
    </>
  )
}

interface ItemProps {
  readonly item: ContentItem
  readonly list: Loaded<ContentList>
  readonly loaded: ContentList
  readonly names: ReturnType<typeof useNames>
}

function Item({ item, list, loaded, names }: ItemProps) {
  const t = useText()
  const [said, setSaid] = useState('')
  const [asked, setAsked] = useState<PlannedStep | null>(null)
  const [releasing, setReleasing] = useState(false)
  /** The version that was the latest when somebody else's came before what was typed; null: none did. */
  const [overtaken, setOvertaken] = useState<{ readonly versionId: string | undefined } | null>(null)
  const [restored, setRestored] = useState<{
    readonly value: string
    readonly note?: string
    readonly turn: number
  } | null>(null)
  const declared = contentDeclared(item.name, item.contentType)
  if (declared === null) return null
  const { latest, live } = item
  const released = loaded.released[`${item.name} ${item.brand}`] ?? loaded.released[item.name] ?? declared.blank ?? ''
  const shown = live?.value ?? forAll(loaded, item) ?? released
  const start = restored?.value ?? latest?.value ?? shown
  const screens = listScreens(item.name, declared.area)
  const take = (words: string) => {
    setAsked(null)
    setReleasing(false)
    setRestored(null)
    setOvertaken(null)
    setSaid(words)
    list.reload()
  }
  return (
    <>
      <div role="status" className={styles.said}>
        {said !== '' && (
          <Alert tone="success">
            <p>{said}</p>
          </Alert>
        )}
      </div>
      <div role="alert">
        {overtaken && overtaken.versionId !== latest?.versionId && latest && (
          <Alert tone="warning">
            <p>{t('content.conflict', { by: latest.by })}</p>
          </Alert>
        )}
      </div>
      <LatestState
        item={item}
        names={names}
        onRelease={() => setReleasing(true)}
        onStep={(step, versionId) => setAsked({ step, versionId })}
      />
      <div className={styles.cards}>
        <Card title={t('content.edit')}>
          {!item.editable && <p className={styles.muted}>{t('content.readonly')}</p>}
          {item.editable ? (
            <ItemForm
              key={`${toItemKey(item)} ${latest?.versionId} ${restored?.turn}`}
              item={item}
              declared={declared}
              released={released}
              shown={shown}
              start={start}
              note={restored?.note}
              onConflict={(typed) => {
                setRestored({ ...typed, turn: (restored?.turn ?? 0) + 1 })
                setOvertaken({ versionId: latest?.versionId })
                setSaid('')
                list.reload()
              }}
              onSaved={(_, submitted) => take(t(submitted ? 'content.submitted' : 'content.saved'))}
            />
          ) : (
            <p className={styles.text} lang={item.language}>
              {start}
            </p>
          )}
          {item.editable && declared.blank !== undefined && live && latest?.value !== null && (
            <Button variant="quiet" onClick={() => setAsked({ step: 'remove', item })}>
              {t('content.step.remove')}
            </Button>
          )}
        </Card>
        <Card title={t('content.preview')}>
          {latest ? (
            <Preview
              key={latest.versionId}
              item={item}
              versionId={latest.versionId}
              screens={screens}
              brands={loaded.brands}
            />
          ) : (
            <p className={styles.muted}>{t('content.preview.none')}</p>
          )}
        </Card>
        <Card title={t('content.history')}>
          <VersionHistory
            item={item}
            declared={declared}
            released={released}
            onRestore={
              item.editable
                ? (value) => {
                    setRestored({ value, turn: (restored?.turn ?? 0) + 1 })
                    setSaid(t('content.history.restored'))
                  }
                : null
            }
          />
        </Card>
        <Card title={t('content.why')}>
          <Why key={toItemKey(item)} item={item} brands={loaded.brands} names={names} />
        </Card>
        <Card title={t('content.other')}>
          <OtherReaders key={toItemKey(item)} item={item} list={loaded} />
        </Card>
      </div>
      {asked && (
        <StepDialog
          asked={asked}
          onClose={() => setAsked(null)}
          onDone={() =>
            take(
              t(
                asked.step === 'remove'
                  ? 'content.submitted'
                  : `content.done.${asked.step === 'return' ? 'return' : 'withdraw'}`,
              ),
            )
          }
        />
      )}
      {releasing && (
        <ReleaseDialog
          released={loaded.released}
          items={[item]}
          names={names}
          onClose={() => setReleasing(false)}
          onDone={() => take(t('content.released', { count: 1 }))}
        />
      )}
    </>
  )
}

interface LatestStateProps extends Pick<ItemProps, 'item' | 'names'> {
  readonly onRelease: () => void
  readonly onStep: (step: 'return' | 'withdraw', versionId: string) => void
}

/** What the latest version waits for, and what can be done about it. */
function LatestState({ item, names, onRelease, onStep }: LatestStateProps) {
  const t = useText()
  const { latest } = item
  if (latest === null) return null
  return (
    <>
      {latest.state === 'submitted' && (
        <Alert tone="warning" title={t('content.waits')}>
          <p>
            {latest.step?.by ?? latest.by}, <MomentText at={latest.step?.at ?? latest.at} />: <q>{latest.note}</q>
          </p>
          <Warnings warnings={latest.warnings} names={names} />
          <div className={styles.buttons}>
            {latest.mayApprove && <Button onClick={onRelease}>{t('content.release')}</Button>}
            {latest.mayApprove && (
              <Button variant="secondary" onClick={() => onStep('return', latest.versionId)}>
                {t('content.step.return')}
              </Button>
            )}
            {latest.value === null && <p>{t('content.taken-away')}</p>}
            {item.editable && (
              <Button variant="quiet" onClick={() => onStep('withdraw', latest.versionId)}>
                {t('content.step.withdraw')}
              </Button>
            )}
          </div>
        </Alert>
      )}
      {latest.state === 'returned' && latest.step && (
        <Alert tone="danger" title={t('content.state.returned')}>
          <p>
            {latest.step.by}, <MomentText at={latest.step.at} />: <q>{latest.step.note}</q>
          </p>
        </Alert>
      )}
      {latest.state === 'scheduled' && latest.showing && (
        <Alert tone="info" title={t('content.state.scheduled')}>
          <p>
            {t('content.shows-from')} <MomentText at={latest.showing.from} />
          </p>
        </Alert>
      )}
    </>
  )
}

/** The item as it is, or as it would be if no one has written it yet. */
function itemIn(list: ContentList, key: ItemKey): ContentItem | null {
  const found = list.items.find((one) => toItemKey(one) === toItemKey(key))
  if (found !== undefined) return found
  const alike = list.items.find(({ name }) => name === key.name) ?? createItem(key.name)
  if (alike === null) return null
  const isTheirs = list.writes === 'all' || parseReplyId(key.name) !== null
  return { ...alike, ...key, live: null, latest: null, editable: isTheirs && list.writable.includes(key.brand) }
}

/** A new item of a kind that authors add. */
function createItem(name: string): Pick<ContentItem, 'contentType' | 'area'> | null {
  const contentType = findAddedType(name)
  const declared = contentDeclared(name, contentType)
  return declared && { contentType, area: declared.area }
}

/** The text for all readers, as the start of one for some of them. */
function forAll({ items }: ContentList, { name, language }: ItemKey): string | null {
  const other = items.find((one) => one.name === name && one.language === language && one.live !== null)
  return other?.live?.value ?? null
}
