import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { importFhir } from '../../imports/imports/run.ts'
import type { Found } from '../../imports/imports/source/found.ts'
import { readResources } from '../../imports/imports/source/read.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import { listRecordedBrands } from './store.ts'

/** The last day of the year that the demo's files are about. */
export const ANCHOR = '2026-12-31'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Imports the record of the demo's members like a plan's files, one file per brand, with its days moved so that the anchor is today. A
 * brand whose file was imported completely before is left alone.
 */
export async function loadDemoRecord(database: Database, folder: string, now: Date): Promise<void> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson.gz'))
  const loaded = await listRecordedBrands(database.read)
  for (const name of files) {
    const brand = name.replace('.ndjson.gz', '')
    if (loaded.has(brand)) continue
    const options = { brand, files: [name], assignNumbers: false, dryRun: false, now }
    await importFhir(database, options, {
      read: () => moveResources(join(folder, name), now),
      progress: () => {},
      reject: ({ line, path, reason }) => {
        throw new Error(`demo/record/${name}:${line}: ${path}: ${reason}`)
      },
    })
  }
}

async function* moveResources(file: string, now: Date): AsyncGenerator<Found> {
  for await (const found of readResources(file)) {
    yield found.refused === undefined ? { ...found, text: moveText(found.type, found.text, now) } : found
  }
}

/** Plans and coverages keep their day of the year; claims keep their distance from today, and so do births in the files' own year. */
function moveText(type: string, text: string, now: Date): string {
  if (type === 'Coverage' || type === 'InsurancePlan') return moveYears(text, yearsMoved(now))
  const isOld = type === 'Patient' && !text.includes(`"birthDate":"${anchorYear}-`)
  return isOld ? text : moveDays(text, daysMoved(now))
}

const anchorYear = ANCHOR.slice(0, 4)

function daysMoved(now: Date): number {
  return Math.round((Date.parse(easternDay(now)) - Date.parse(ANCHOR)) / dayMs)
}

function yearsMoved(now: Date): number {
  return Number(easternDay(now).slice(0, 4)) - Number(anchorYear)
}

/** A date of birth in the demo: one in the files' own year keeps its distance from the anchor, which is today. */
export function moveBirth(day: string, now: Date): string {
  return day.startsWith(`${anchorYear}-`) ? JSON.parse(moveDays(JSON.stringify(day), daysMoved(now))) : day
}

/** Moves every day in a text, `yyyy-mm-dd`. */
export function moveDays(text: string, days: number): string {
  return text.replace(/(?<=")\d{4}-\d{2}-\d{2}(?=[T"])/g, (day) =>
    new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10),
  )
}

/** Moves every day in a text by whole years. */
export function moveYears(text: string, years: number): string {
  return text.replace(
    /(?<=")(\d{4})(-\d{2}-\d{2})(?=[T"])/g,
    (_, year: string, day: string) => `${Number(year) + years}${day}`,
  )
}
