import { everyBrand } from '@portico/rules/brand/every'
import { contentDeclared, findAddedType, parseReplyId } from '@portico/rules/content/declared'
import { listScreens } from '@portico/rules/content/screens'
import { type ComponentProps, useState } from 'react'
import type { Loaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { MomentText } from '../../base/texts/moment-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
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
import { nameReaders } from './reader-names.ts'
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
            {nameReaders(qualifier, t)}: {value}
          </Badge>
        ))}
        {item.latest && <ContentStateBadge state={item.latest.state} />}
        {parseReplyId(item.name) === null && <code className={lettering.key}>{item.name}</code>}
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
  const [asked, setAsked] = useState<ItemStep | null>(null)
  /** The latest version when somebody else saved before the viewer did; null: nobody has. */
  const [overtaken, setOvertaken] = useState<{ readonly versionId: string | undefined } | null>(null)
  const [restored, setRestored] = useState<Restored | null>(null)
  const texts = findTexts(loaded, item)
  if (texts === null) return null
  const { latest, live, editable } = item
  const { declared, released } = texts
  const take = (words: string) => {
    setAsked(null)
    setRestored(null)
    setOvertaken(null)
    setSaid(words)
    list.reload()
  }
  const restore = (typed: Omit<Restored, 'turn'>) => setRestored({ ...typed, turn: (restored?.turn ?? 0) + 1 })
  const restoreOld = (value: string) => {
    restore({ value })
    setSaid(t('content.history.restored'))
  }
  return (
    <>
      <ItemNotices said={said} overtakenBy={overtaken && overtaken.versionId !== latest?.versionId ? latest : null} />
      <LatestState
        item={item}
        names={names}
        onRelease={() => setAsked({ step: 'release' })}
        onStep={(step, versionId) => setAsked({ step, versionId })}
      />
      <div className={styles.cards}>
        <Card title={t('content.edit')}>
          <ItemText
            {...{ item, texts, restored }}
            onConflict={(typed) => {
              restore(typed)
              setOvertaken({ versionId: latest?.versionId })
              setSaid('')
              list.reload()
            }}
            onSaved={(_, submitted) => take(t(submitted ? 'content.submitted' : 'content.saved'))}
          />
          {editable && declared.blank !== undefined && live && latest?.value !== null && (
            <Button variant="quiet" onClick={() => setAsked({ step: 'remove', item })}>
              {t('content.step.remove')}
            </Button>
          )}
        </Card>
        <Card title={t('content.preview')}>
          <LatestPreview item={item} area={declared.area} brands={loaded.brands} />
        </Card>
        <Card title={t('content.history')}>
          <VersionHistory {...{ item, declared, released }} onRestore={editable ? restoreOld : null} />
        </Card>
        <Card title={t('content.why')}>
          <Why key={toItemKey(item)} item={item} brands={loaded.brands} names={names} />
        </Card>
        <Card title={t('content.other')}>
          <OtherReaders key={toItemKey(item)} item={item} list={loaded} />
        </Card>
      </div>
      {asked && <ItemDialog {...{ asked, item, loaded, names }} onClose={() => setAsked(null)} onDone={take} />}
    </>
  )
}

type Texts = NonNullable<ReturnType<typeof findTexts>>

/** The text that the portal was released with, and the one that readers see; null for texts that no author can write. */
function findTexts(loaded: ContentList, item: ContentItem) {
  const declared = contentDeclared(item.name, item.contentType)
  if (declared === null) return null
  const released = loaded.released[`${item.name} ${item.brand}`] ?? loaded.released[item.name] ?? declared.blank ?? ''
  return { declared, released, shown: item.live?.value ?? forAll(loaded, item) ?? released }
}

interface ItemNoticesProps {
  readonly said: string
  /** Somebody else's version that was saved before the typed one. */
  readonly overtakenBy: ContentItem['latest']
}

function ItemNotices({ said, overtakenBy }: ItemNoticesProps) {
  const t = useText()
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
        {overtakenBy && (
          <Alert tone="warning">
            <p>{t('content.conflict', { by: overtakenBy.by })}</p>
          </Alert>
        )}
      </div>
    </>
  )
}

/** The form's initial text instead of the latest version: an older version, or the typed text after somebody else saved. */
interface Restored {
  readonly value: string
  readonly note?: string
  /** Each new number starts the form again. */
  readonly turn: number
}

interface ItemTextProps extends Pick<ComponentProps<typeof ItemForm>, 'onConflict' | 'onSaved'> {
  readonly item: ContentItem
  readonly texts: Texts
  readonly restored: Restored | null
}

/** The text, with a form for people who may change it. */
function ItemText({ item, texts, restored, onConflict, onSaved }: ItemTextProps) {
  const t = useText()
  const { latest } = item
  const start = restored?.value ?? latest?.value ?? texts.shown
  if (!item.editable) {
    return (
      <>
        <p className={lettering.key}>{t('content.readonly')}</p>
        <p className={styles.text} lang={item.language}>
          {start}
        </p>
      </>
    )
  }
  return (
    <ItemForm
      key={`${toItemKey(item)} ${latest?.versionId} ${restored?.turn}`}
      {...{ item, ...texts, start }}
      note={restored?.note}
      onConflict={onConflict}
      onSaved={onSaved}
    />
  )
}

interface LatestPreviewProps {
  readonly item: ContentItem
  readonly area: ContentItem['area']
  readonly brands: ContentList['brands']
}

function LatestPreview({ item, area, brands }: LatestPreviewProps) {
  const t = useText()
  const { latest } = item
  if (latest === null) return <p className={lettering.key}>{t('content.preview.none')}</p>
  const screens = listScreens(item.name, area)
  return <Preview key={latest.versionId} item={item} versionId={latest.versionId} screens={screens} brands={brands} />
}

type ItemStep = PlannedStep | { readonly step: 'release' }

interface ItemDialogProps extends Omit<ItemProps, 'list'> {
  readonly asked: ItemStep
  readonly onClose: () => void
  /** Called with a text that says what was done. */
  readonly onDone: (words: string) => void
}

/** Asks for what a step needs, and performs it. */
function ItemDialog({ asked, item, loaded, names, onClose, onDone }: ItemDialogProps) {
  const t = useText()
  if (asked.step === 'release') {
    return (
      <ReleaseDialog
        released={loaded.released}
        items={[item]}
        names={names}
        onClose={onClose}
        onDone={() => onDone(t('content.released', { count: 1 }))}
      />
    )
  }
  const done =
    asked.step === 'remove'
      ? 'content.submitted'
      : (`content.done.${asked.step === 'return' ? 'return' : 'withdraw'}` as const)
  return <StepDialog asked={asked} onClose={onClose} onDone={() => onDone(t(done))} />
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
