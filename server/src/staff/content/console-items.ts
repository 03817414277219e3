import type { PayloadOf } from '@portico/contract/call'
import type { contentItems, contentReleases } from '@portico/contract/calls/content-console'
import type { AuthoredLanguage } from '@portico/contract/page'
import { everyBrand } from '@portico/rules/brand/every'
import { contentDeclared } from '@portico/rules/content/declared'
import { contentWarnings } from '@portico/rules/content/judge'
import { contentState } from '@portico/rules/content/states'
import { authoredLanguages } from '@portico/rules/languages/authored'
import type { StoredContent } from '../../brands/content/content-statement.ts'
import type { ContentSet } from '../../brands/content/source.ts'
import type { ReleasedText } from '../../brands/content/store.ts'
import type { Author } from './authors.ts'
import {
  type ItemKey,
  type KnownVersion,
  type ReleasedItem,
  type ReleaseRow,
  toItemKey,
  toReleaseTimes,
} from './console-store.ts'

type Item = PayloadOf<typeof contentItems>['items'][number]
export type Version = NonNullable<Item['latest']>
type Release = PayloadOf<typeof contentReleases>['releases'][number]

/** The console's view of all content at one moment. */
export interface ReplyDesk {
  readonly author: Author
  readonly now: Date
  readonly set: ContentSet
  /** The released text of a name for a brand, to check placeholders and structure against. */
  findReleased(name: string, brand?: string): ReleasedText | null
  readonly latest: ReadonlyMap<string, KnownVersion>
}

export function itemAt(desk: ReplyDesk, key: ItemKey): Item | null {
  const { author, set } = desk
  const id = toItemKey(key)
  const live = set.listNamed(key.name).find((row) => toItemKey(row) === id) ?? null
  const latest = desk.latest.get(id) ?? null
  const type = live?.content_type ?? latest?.content_type ?? desk.findReleased(key.name)?.type ?? null
  const declared = contentDeclared(key.name, type)
  const language = authoredLanguages.find((one) => one === key.language)
  if (declared === null || language === undefined) return null
  return {
    name: key.name,
    brand: key.brand,
    language,
    qualifiers: { ...key.qualifiers },
    contentType: type,
    area: declared.area,
    live: live && { value: live.value, since: live.updated_at.toISOString(), edited: live.origin === 'edited' },
    latest: latest && toVersion(desk, latest),
    editable: author.mayWrite(key.name) && author.mayChange(key.brand),
  }
}

export function toVersion(desk: ReplyDesk, row: KnownVersion): Version {
  const { author, now } = desk
  const { last, release } = row
  const state = contentState(last?.step ?? null, toReleaseTimes(release), now)
  return {
    versionId: row.version_id,
    value: row.value,
    note: row.note,
    at: row.written_at.toISOString(),
    by: row.written_by,
    state,
    step: last && { at: last.taken_at.toISOString(), by: last.taken_by, note: last.note },
    showing: release && {
      releaseId: release.release_id,
      from: release.live_from.toISOString(),
      until: release.live_until?.toISOString() ?? null,
    },
    mayApprove: state === 'submitted' && mayApprove(author, row),
    warnings: row.value === null ? [] : listWarnings(desk, row, row.value),
  }
}

/** Whether someone else wrote and submitted it (CT-6). */
export function mayApprove(author: Author, { brand, account_id: writer, last }: KnownVersion): boolean {
  const isOthers = writer !== author.accountId && last?.account_id !== author.accountId
  return author.mayApprove && author.mayChange(brand) && isOthers
}

function listWarnings(desk: ReplyDesk, row: KnownVersion, value: string): Version['warnings'] {
  const declared = contentDeclared(row.name, row.content_type)
  if (declared === null) return []
  const released = desk.findReleased(row.name, row.brand)
  const other: AuthoredLanguage = row.language === 'en' ? 'es' : 'en'
  const ownBrands = desk.set
    .listNamed(row.name)
    .filter((one) => row.brand === everyBrand && one.brand !== everyBrand && one.language === row.language)
    .map(({ brand }) => brand)
  return contentWarnings({
    declared,
    released: released?.value ?? value,
    value,
    language: row.language,
    otherLanguages: released?.translated === false || desk.latest.has(toItemKey({ ...row, language: other })),
    ownBrands: [...new Set(ownBrands)],
  }).map(({ code, params }) => ({ code, ...(params && { params: { ...params } }) }))
}

/** Every item, in force or only drafted, for a brand or for all. */
export function itemsFor(desk: ReplyDesk, brand: string): Item[] {
  const isFor = (one: string) => brand === everyBrand || one === everyBrand || one === brand
  const isTheirs = (one: string) =>
    one === everyBrand || desk.author.brands === null || desk.author.brands.includes(one)
  const keys = new Map<string, ItemKey>()
  for (const row of [...desk.set.all, ...desk.latest.values()] satisfies (StoredContent | KnownVersion)[]) {
    if (isFor(row.brand) && isTheirs(row.brand)) keys.set(toItemKey(row), row)
  }
  const items = [...keys.values()].flatMap((key) => itemAt(desk, key) ?? [])
  // An item that authors added and removed again appears only in its releases.
  return items.filter(({ live, latest }) => live !== null || latest === null || latest.value !== null)
}

export function toRelease(author: Author, row: ReleaseRow, items: readonly ReleasedItem[]): Release {
  const own = items.filter(({ release_id: id }) => id === row.release_id)
  return {
    releaseId: row.release_id,
    at: row.released_at.toISOString(),
    by: row.released_by,
    note: row.note,
    from: row.live_from.toISOString(),
    until: row.live_until?.toISOString() ?? null,
    undone: row.undo && { at: row.undo.undone_at.toISOString(), by: row.undo.undone_by, note: row.undo.note },
    items: own.map(({ version_id: versionId, name, brand, language, qualifiers }) => ({
      versionId,
      name,
      brand,
      language,
      qualifiers: { ...qualifiers },
    })),
    mayUndo: row.undo === null && author.mayApprove && own.every(({ brand }) => author.mayChange(brand)),
  }
}
