import { randomUUID } from 'node:crypto'
import { writeContent } from '@portico/contract/calls/content-console'
import { changeSetting } from '@portico/contract/calls/settings'
import { everyBrand } from '@portico/rules/brand/every'
import { contentDeclared } from '@portico/rules/content/declared'
import { contentProblems } from '@portico/rules/content/judge'
import { toSetting } from '@portico/rules/settings/stored'
import { lastChanges, listSettings } from '../../brands/config-lists/setting-store.ts'
import { readContent } from '../../brands/content/source.ts'
import { listReleased } from '../../brands/content/store.ts'
import { type Database, runIn, type Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { record } from '../../platform/http/recorded.ts'
import { makeChange } from '../../staff/content/change-setting.ts'
import { latestVersions, toItemKey } from '../../staff/content/console-store.ts'
import type { SettingParts } from '../../staff/content/setting-parts.ts'
import { writeVersion } from '../../staff/content/write.ts'
import type { ContentFiles, FiledSetting, FiledText } from './files.ts'
import { isRolledBack } from './store.ts'

/** What an import did or would do, item by item. An import with any conflict changes nothing. */
export interface ImportOutcome {
  readonly changes: readonly string[]
  readonly conflicts: readonly string[]
}

/** Reads every published text and every setting that has a value, as of one moment (CT-10). */
export function readAll(database: Database): Promise<ContentFiles> {
  return database.snapshot((tx) => readAllContent(tx))
}

async function readAllContent(tx: Tx): Promise<ContentFiles> {
  const { all } = await readContent(runIn(tx))
  const latest = new Map((await latestVersions(tx, null)).map((one) => [toItemKey(one), one.version_id]))
  const rows = await listSettings(tx)
  const brands = [...new Set(rows.map(({ brand }) => brand))]
  const changes = await Promise.all(brands.map((brand) => lastChanges(tx, brand)))
  const changeOf = new Map(changes.flat().map((one) => [`${one.brand} ${one.key}`, one.change_id]))
  return {
    texts: all.flatMap(({ name, content_type: contentType, brand, language, qualifiers, value }) =>
      language === 'en' || language === 'es'
        ? [
            {
              name,
              contentType,
              brand,
              language,
              qualifiers,
              value,
              version: latest.get(toItemKey({ name, brand, language, qualifiers })) ?? null,
            },
          ]
        : [],
    ),
    settings: rows.flatMap(({ brand, key, ...stored }) => {
      const value = toSetting(key, stored)
      return value === null
        ? []
        : [{ brand: toBrandCode(brand), key, value, change: changeOf.get(`${brand} ${key}`) ?? null }]
    }),
  }
}

class Undone extends Error {}

interface ImportOptions {
  readonly context: CallContext<Principal>
  readonly dryRun: boolean
  readonly note: string
}

/** Where an import writes, and its result so far. */
interface Importing extends ImportOptions {
  readonly parts: SettingParts
  readonly changes: string[]
  readonly conflicts: string[]
}

/** Writes what differs from the portal, in one transaction: submits texts for someone else to approve, and changes settings. */
export async function importAll(
  parts: SettingParts,
  filed: ContentFiles,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const importing: Importing = { ...options, parts, changes: [], conflicts: [] }
  try {
    await parts.database.transaction(async (tx) => {
      const present = await readAllContent(tx)
      await submitTexts(importing, tx, filed.texts, present.texts)
      await changeSettings(importing, tx, filed.settings, present.settings)
      if (importing.dryRun || importing.conflicts.length > 0) throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return { changes: importing.changes, conflicts: importing.conflicts }
}

async function submitTexts(
  importing: Importing,
  tx: Tx,
  filed: ContentFiles['texts'],
  present: ContentFiles['texts'],
): Promise<void> {
  const { parts, context, note, changes, conflicts } = importing
  const known = new Map(present.map((one) => [toItemKey(one), one]))
  const latest = new Map((await latestVersions(tx, null)).map((one) => [toItemKey(one), one]))
  const released = await listReleased(tx)
  for (const text of filed) {
    const before = latest.get(toItemKey(text))
    if (known.get(toItemKey(text))?.value === text.value) continue
    const wrong = findProblem(text, released)
    if (wrong !== null) conflicts.push(`${toFileName(text)}: ${wrong}`)
    else if (before !== undefined && before.version_id !== text.version)
      conflicts.push(`${toFileName(text)}: ${before.written_by} wrote another one meanwhile (${before.note})`)
    else if (before?.value === text.value && (await isRolledBack(tx, before.version_id)))
      conflicts.push(`${toFileName(text)}: it was rolled back meanwhile`)
    else {
      const { name, brand, language, qualifiers, value } = text
      const body = { name, brand, language, qualifiers: { ...qualifiers }, value, note, submit: true }
      const version = { ...body, versionId: randomUUID(), basedOn: before?.version_id ?? null }
      try {
        await record(tx, writeContent.audit, await writeVersion(parts)({ body: version }, context, tx), context)
        changes.push(`${toFileName(text)}: submitted`)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        conflicts.push(`${toFileName(text)}: ${error.fields[0]?.code ?? error.code}`)
      }
    }
  }
}

/** Changes settings. A setting that is refused because of another one is tried again after the others. */
async function changeSettings(
  importing: Importing,
  tx: Tx,
  filed: ContentFiles['settings'],
  present: ContentFiles['settings'],
): Promise<void> {
  const now = new Map(present.map((one) => [`${one.brand} ${one.key}`, one]))
  let left = filed.filter(
    (one) => JSON.stringify(now.get(`${one.brand} ${one.key}`)?.value) !== JSON.stringify(one.value),
  )
  while (left.length > 0) {
    const refused: { readonly one: FiledSetting; readonly why: string }[] = []
    for (const one of left) {
      const why = await changeOne(importing, tx, one, now.get(`${one.brand} ${one.key}`)?.change ?? null)
      if (why !== null) refused.push({ one, why })
    }
    if (refused.length === left.length) {
      importing.conflicts.push(...refused.map(({ why }) => why))
      return
    }
    left = refused.map(({ one }) => one)
  }
}

/** Changes a setting. Returns why its value is refused, which a change of another setting may fix; else null. */
async function changeOne(
  { parts, context, note, changes, conflicts }: Importing,
  tx: Tx,
  { brand, key, value, change }: FiledSetting,
  before: string | null,
): Promise<string | null> {
  const name = `${key} of ${brand}`
  if (before !== null && before !== change) {
    conflicts.push(`${name}: it was changed meanwhile`)
    return null
  }
  const body = {
    changeId: randomUUID(),
    basedOn: before,
    value: typeof value === 'object' ? [...value] : value,
    reason: note,
  }
  try {
    const done = await makeChange(parts)({ params: { brand, key }, body }, context, tx)
    await record(tx, changeSetting.audit, done, context)
    changes.push(`${name}: ${JSON.stringify(value)}`)
    return null
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'FIELD-INVALID') return `${name}: ${error.fields[0]?.code ?? ''}`
    conflicts.push(`${name}: ${error.code}`)
    return null
  }
}

function findProblem(text: FiledText, released: Awaited<ReturnType<typeof listReleased>>): string | null {
  const base = released(text.name, text.brand)
  const declared = base && contentDeclared(text.name, base.type)
  if (base === null || declared === null) return 'nothing reads a text of this name'
  const [problem] = contentProblems(declared, base.value, text.value)
  return problem === undefined ? null : `${problem.path} ${problem.code}`.trim()
}

function toBrandCode(brand: string): string {
  return brand === everyBrand ? brand : brand.toLowerCase()
}

function toFileName({ name, brand, language, qualifiers }: FiledText): string {
  const readers = Object.entries(qualifiers).map(([one, value]) => `, ${one} ${value}`)
  return `${name} (${brand}, ${language}${readers.join('')})`
}
