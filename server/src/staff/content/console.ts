import { randomUUID } from 'node:crypto'
import type { BodyOf, PayloadOf, QueryOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/content-console'
import { everyBrand } from '@portico/rules/brand/every'
import { contentDeclared } from '@portico/rules/content/declared'
import { contentProblems } from '@portico/rules/content/judge'
import { explainMatch } from '@portico/rules/content/match'
import { contentState, mayStep, scheduleProblem } from '@portico/rules/content/states'
import type { BrandService } from '../../brands/brand/service.ts'
import { languagesOf } from '../../brands/content/service.ts'
import { type ContentSet, type ContentSource, readContent } from '../../brands/content/source.ts'
import { listReleased } from '../../brands/content/store.ts'
import { audit } from '../../platform/audit/store.ts'
import { type Database, type Reader, runIn, type Tx } from '../../platform/db/database.ts'
import type { Asking } from '../../platform/http/asking.ts'
import { CallError, fieldError, refuseFields } from '../../platform/http/call-error.ts'
import { type Author, authorOf, contentBrands, requireReadable } from './authors.ts'
import { itemAt, itemsFor, mayApprove, type ReplyDesk, releaseOf, versionOf } from './console-items.ts'
import * as store from './console-store.ts'

type Item = PayloadOf<typeof calls.writeContent>['item']

/** Content as authors write it, and others approve it, each for the brands they work for (CT-4 to CT-8). */
export interface ContentConsole {
  list(asking: Asking, query: QueryOf<typeof calls.contentItems>): Promise<PayloadOf<typeof calls.contentItems>>
  versions(asking: Asking, key: BodyOf<typeof calls.contentVersions>): Promise<PayloadOf<typeof calls.contentVersions>>
  write(asking: Asking, body: BodyOf<typeof calls.writeContent>): Promise<PayloadOf<typeof calls.writeContent>>
  step(asking: Asking, body: BodyOf<typeof calls.stepContent>): Promise<PayloadOf<typeof calls.stepContent>>
  release(asking: Asking, body: BodyOf<typeof calls.releaseContent>): Promise<PayloadOf<typeof calls.releaseContent>>
  releases(asking: Asking): Promise<PayloadOf<typeof calls.contentReleases>>
  undo(asking: Asking, body: BodyOf<typeof calls.undoRelease>): Promise<PayloadOf<typeof calls.undoRelease>>
  explain(
    asking: Asking,
    key: BodyOf<typeof calls.explainContentFor>,
  ): Promise<PayloadOf<typeof calls.explainContentFor>>
}

export function createContentConsole(parts: {
  readonly database: Database
  readonly brands: BrandService
  readonly source: ContentSource
}): ContentConsole {
  const { database, brands, source } = parts

  return {
    list: async (asking, { brand }) => {
      const author = await authorOf(database.read, brands, asking)
      requireReadable(author, brands, brand)
      const desk = await deskOf(database.read, await source.read(), author, asking)
      const items = itemsFor(desk, brand)
      const names = [...new Set(items.map(({ name }) => name))]
      return {
        items,
        released: Object.fromEntries([
          ...names.map((name) => [name, desk.released(name)?.value ?? ''] as const),
          ...items.flatMap((item) => ownReleased(desk, item)),
        ]),
        brands: contentBrands(author, brands, asking.language),
        mayApprove: author.mayApprove,
        writes: author.writes,
        writable:
          author.writes !== 'nothing'
            ? [everyBrand, ...contentBrands(author, brands, 'en').map(({ code }) => code)].filter(author.mayChange)
            : [],
      }
    },

    versions: async (asking, key) => {
      const author = await authorOf(database.read, brands, asking)
      requireReadable(author, brands, key.brand)
      const desk = await deskOf(database.read, await source.read(), author, asking)
      if (itemAt(desk, key) === null) throw new CallError('NOT-FOUND')
      const rows = await store.versionsOf(database.read, key)
      return { versions: rows.map((row) => versionOf(desk, row)) }
    },

    write: (asking, { versionId, basedOn, value, note, submit, ...key }) =>
      changing(asking, async (tx, author) => {
        if (!author.mayWrite(key.name) || !author.mayChange(key.brand)) throw refusal(author, key.brand)
        const desk = await deskIn(tx, author, asking)
        const [before] = await store.findVersions(tx, [versionId])
        if (before !== undefined) {
          if (store.keyOf(before) !== store.keyOf(key)) throw new CallError('CONFLICT')
          return { item: found(desk, key), repeated: true, differs: before.value !== value || before.note !== note }
        }
        const released = desk.released(key.name, key.brand)
        const declared = contentDeclared(key.name, released?.type ?? null)
        if (released === null || declared === null) throw new CallError('NOT-FOUND')
        if ((desk.latest.get(store.keyOf(key))?.version_id ?? null) !== basedOn) throw new CallError('CONFLICT')
        if (submit) requireSound(key.name, released, value)
        const who = { account_id: author.accountId }
        await store.addVersion(tx, {
          ...key,
          version_id: versionId,
          content_type: released.type,
          value,
          note,
          written_at: asking.now,
          ...who,
          written_by: author.name,
        })
        if (submit) await addStep(tx, author, asking, { stepId: randomUUID(), versionId, step: 'submit', note })
        await record(tx, asking, 'write', versionId)
        return { item: found(await deskIn(tx, author, asking), key), repeated: false, differs: false }
      }),

    step: (asking, { stepId, versionId, step, note }) =>
      changing(asking, async (tx, author) => {
        const [version] = await store.findVersions(tx, [versionId])
        if (version === undefined) throw new CallError('NOT-FOUND')
        const may = step === 'return' ? author.mayApprove : author.mayWrite(version.name)
        if (!may || !author.mayChange(version.brand)) throw refusal(author, version.brand)
        const desk = await deskIn(tx, author, asking)
        const before = await store.findStep(tx, stepId)
        if (before !== null) {
          if (before.version_id !== versionId) throw new CallError('CONFLICT')
          return { item: found(desk, version), repeated: true, differs: before.step !== step || before.note !== note }
        }
        const state = contentState(version.last?.step ?? null, store.showingOf(version.release), asking.now)
        if (!isLatest(desk, version) || !mayStep(state, step)) throw new CallError('CONFLICT')
        const released = desk.released(version.name, version.brand)
        if (step === 'submit' && released !== null) requireSound(version.name, released, version.value)
        await addStep(tx, author, asking, { stepId, versionId, step, note })
        await record(tx, asking, step, versionId)
        return { item: found(await deskIn(tx, author, asking), version), repeated: false, differs: false }
      }),

    release: (asking, { releaseId, versionIds: ids, from, until, note }) =>
      changing(asking, async (tx, author) => {
        const versionIds = [...new Set(ids.map((id) => id.toLowerCase()))]
        const versions = await store.findVersions(tx, versionIds)
        const isMissing = versions.length < versionIds.length
        if (isMissing || !author.mayApprove || !versions.every(({ brand }) => author.mayChange(brand))) {
          throw refusal(author, versions.find(({ brand }) => !author.mayChange(brand))?.brand ?? '', isMissing)
        }
        const before = await store.findRelease(tx, releaseId)
        if (before !== null) {
          const items = await store.itemsReleased(tx, [releaseId])
          const isSame = items.length === versionIds.length && items.every((one) => versionIds.includes(one.version_id))
          return { release: releaseOf(author, before, items), repeated: true, differs: !isSame }
        }
        const desk = await deskIn(tx, author, asking)
        const isWaiting = (one: store.KnownVersion) => isLatest(desk, one) && one.last?.step === 'submit'
        if (!versions.every(isWaiting)) throw new CallError('CONFLICT')
        if (!versions.every((one) => mayApprove(author, one))) throw fieldError('versionIds', 'content.problem.own')
        for (const { name, brand, value } of versions) {
          const released = desk.released(name, brand)
          if (released !== null) requireSound(name, released, value)
        }
        const schedule = {
          from: from === null ? asking.now : new Date(from),
          until: until === null ? null : new Date(until),
        }
        const wrong = scheduleProblem(schedule, asking.now)
        if (wrong !== null) throw fieldError(wrong === 'content.problem.from' ? 'from' : 'until', wrong)
        const who = { account_id: author.accountId }
        await store.addSteps(
          tx,
          versions.map(({ version_id }) => ({
            step_id: randomUUID(),
            version_id,
            step: 'approve',
            note,
            taken_at: asking.now,
            ...who,
            taken_by: author.name,
          })),
        )
        await store.addRelease(
          tx,
          {
            release_id: releaseId,
            live_from: schedule.from,
            live_until: schedule.until,
            note,
            released_at: asking.now,
            ...who,
            released_by: author.name,
          },
          versionIds,
        )
        await record(tx, asking, 'release', releaseId)
        return { release: await released(tx, author, releaseId), repeated: false, differs: false }
      }),

    releases: async (asking) => {
      const author = await authorOf(database.read, brands, asking)
      const rows = await store.listReleases(database.read, author.brands)
      const ids = rows.map(({ release_id: id }) => id)
      const items = await store.itemsReleased(database.read, ids)
      const theirs = items.filter(({ brand }) => author.brands === null || author.brands.includes(brand))
      return {
        releases: rows.map((row) => ({
          ...releaseOf(author, row, theirs),
          mayUndo: releaseOf(author, row, items).mayUndo,
        })),
      }
    },

    undo: (asking, { undoId, releaseId, note }) =>
      changing(asking, async (tx, author) => {
        const row = await store.findRelease(tx, releaseId)
        const items = await store.itemsReleased(tx, [releaseId])
        const foreign = items.find(({ brand }) => !author.mayChange(brand))
        if (row === null || !author.mayApprove || foreign) throw refusal(author, foreign?.brand ?? '', row === null)
        if (row.undo !== null) {
          if (row.undo.undo_id !== undoId.toLowerCase()) throw new CallError('CONFLICT')
          return { release: releaseOf(author, row, items), repeated: true, differs: row.undo.note !== note }
        }
        const undo = { undo_id: undoId, release_id: releaseId, note, undone_at: asking.now, undone_by: author.name }
        await store.undoRelease(tx, { ...undo, account_id: author.accountId })
        await record(tx, asking, 'undo', releaseId)
        return { release: await released(tx, author, releaseId), repeated: false, differs: false }
      }),

    explain: async (asking, { name, brand, language, qualifiers }) => {
      const author = await authorOf(database.read, brands, asking)
      requireReadable(author, brands, brand)
      const rows = (await source.read()).named(name)
      const theirs = rows.filter(
        (one) => one.brand === everyBrand || author.brands === null || author.brands.includes(one.brand),
      )
      const items = theirs.map(({ content_type: contentType, ...row }) => ({ ...row, contentType }))
      const asked = { brand, languages: languagesOf(language), qualifiers }
      return {
        candidates: explainMatch(items, asked).map(({ item, verdict }) => ({
          brand: item.brand,
          language: item.language,
          qualifiers: { ...item.qualifiers },
          value: item.value,
          edited: item.origin === 'edited',
          verdict,
        })),
      }
    },
  }

  function changing<T>(asking: Asking, change: (tx: Tx, author: Author) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => {
      const author = await authorOf(tx, brands, asking)
      await store.lockContent(tx)
      return change(tx, author)
    })
  }

  async function deskIn(tx: Tx, author: Author, asking: Asking): Promise<ReplyDesk> {
    return deskOf(tx, await readContent(runIn(tx)), author, asking)
  }

  async function deskOf(db: Reader, set: ContentSet, author: Author, { now }: Asking): Promise<ReplyDesk> {
    const versions = await store.latestVersions(db, author.brands && [everyBrand, ...author.brands])
    return {
      author,
      now,
      set,
      released: await listReleased(db),
      latest: new Map(versions.map((one) => [store.keyOf(one), one])),
    }
  }

  async function released(tx: Tx, author: Author, releaseId: string) {
    const row = await store.findRelease(tx, releaseId)
    if (row === null) throw new Error(`The release ${releaseId} is gone.`)
    return releaseOf(author, row, await store.itemsReleased(tx, [releaseId]))
  }
}

/** NOT-FOUND for content of brands that they may not change; WRONG-ROLE if they may, but not in this way. */
function refusal(author: Author, brand: string, missing = false): CallError {
  return new CallError(missing || (brand !== '' && !author.mayChange(brand)) ? 'NOT-FOUND' : 'WRONG-ROLE')
}

/** The released text of a brand whose parts are its own. */
function ownReleased(desk: ReplyDesk, { name, brand }: Pick<Item, 'name' | 'brand'>): [string, string][] {
  const own = desk.released(name, brand)
  return own === null || own.value === desk.released(name)?.value ? [] : [[`${name} ${brand}`, own.value]]
}

function requireSound(name: string, released: { value: string; type: string | null }, value: string | null): void {
  const declared = contentDeclared(name, released.type)
  if (value === null || declared === null) return
  const problems = contentProblems(declared, released.value, value)
  refuseFields(problems.map(({ path, code }) => ({ field: path === '' ? 'value' : `value.${path}`, code })))
}

function isLatest(desk: ReplyDesk, version: store.KnownVersion): boolean {
  return desk.latest.get(store.keyOf(version))?.version_id === version.version_id
}

function found(desk: ReplyDesk, key: store.ItemKey): Item {
  const item = itemAt(desk, key)
  if (item === null) throw new CallError('NOT-FOUND')
  return item
}

async function addStep(
  tx: Tx,
  author: Author,
  { now }: Asking,
  step: { stepId: string; versionId: string; step: 'submit' | 'withdraw' | 'return'; note: string },
): Promise<void> {
  const { stepId: step_id, versionId: version_id, ...rest } = step
  const who = { account_id: author.accountId, taken_by: author.name, taken_at: now }
  await store.addSteps(tx, [{ step_id, version_id, ...rest, ...who }])
}

async function record(tx: Tx, asking: Asking, what: string, id: string): Promise<void> {
  const event = { action: `content.${what}`, recordType: 'content', recordId: id, memberId: null }
  await audit(tx, asking.principal, event, asking)
}
