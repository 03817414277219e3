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

/** What an import did or would do, item by item; with any conflict, it does nothing. */
export interface ImportOutcome {
  readonly changes: readonly string[]
  readonly conflicts: readonly string[]
}

/** Every text that shows and every setting that has a value, as of one moment (CT-10). */
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

/**
 * Writes what differs from the portal: texts as submitted, for someone else to approve, and settings as changed. All in one transaction, or
 * nothing.
 */
export async function importAll(
  parts: SettingParts,
  filed: ContentFiles,
  options: { readonly context: CallContext<Principal>; readonly dryRun: boolean; readonly note: string },
): Promise<ImportOutcome> {
  const changes: string[] = []
  const conflicts: string[] = []
  const { context, dryRun, note } = options
  try {
    await parts.database.transaction(async (tx) => {
      const present = await readAllContent(tx)
      const known = new Map(present.texts.map((one) => [toItemKey(one), one]))
      const latest = new Map((await latestVersions(tx, null)).map((one) => [toItemKey(one), one]))
      const released = await listReleased(tx)
      for (const text of filed.texts) {
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
          await attempt(toFileName(text), async () =>
            record(tx, writeContent.audit, await writeVersion(parts)({ body: version }, context, tx), context),
          )
        }
      }
      await changeSettings(tx, present.settings)
      if (dryRun || conflicts.length > 0) throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return { changes, conflicts }

  /** Changes settings; one that is refused because of another is tried again after the others. */
  async function changeSettings(tx: Tx, present: ContentFiles['settings']): Promise<void> {
    const now = new Map(present.map((one) => [`${one.brand} ${one.key}`, one]))
    let left = filed.settings.filter(
      (one) => JSON.stringify(now.get(`${one.brand} ${one.key}`)?.value) !== JSON.stringify(one.value),
    )
    for (let told: readonly string[] = []; left.length > 0; ) {
      const refused: FiledSetting[] = []
      told = []
      for (const one of left) {
        const before = now.get(`${one.brand} ${one.key}`)?.change ?? null
        const name = `${one.key} of ${one.brand}`
        if (before !== null && before !== one.change) {
          conflicts.push(`${name}: it was changed meanwhile`)
          continue
        }
        const { brand, key, value } = one
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
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          if (error.code === 'FIELD-INVALID') refused.push(one)
          else conflicts.push(`${name}: ${error.code}`)
          told = [...told, ...(error.code === 'FIELD-INVALID' ? [`${name}: ${error.fields[0]?.code ?? ''}`] : [])]
        }
      }
      if (refused.length === left.length) {
        conflicts.push(...told)
        return
      }
      left = refused
    }
  }

  async function attempt(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
      changes.push(`${name}: submitted`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      conflicts.push(`${name}: ${error.fields[0]?.code ?? error.code}`)
    }
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
