import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import type { CoveredDrug } from '../../member/medicines/formularies.ts'

const path = join(import.meta.dirname, '../../../../demo/formulary.csv.gz')

/** The drug list of every plan of the demo, read when someone first looks for a drug. */
export async function demoFormulary(): Promise<CoveredDrug[]> {
  const drugs: CoveredDrug[] = []
  const rows = createReadStream(path)
    .pipe(createGunzip())
    .pipe(parse({ columns: true }))
  for await (const row of rows as AsyncIterable<Record<string, string>>) {
    drugs.push({
      drugId: String(drugs.length + 1),
      name: row.name ?? '',
      ingredient: row.ingredient ?? null,
      // The public list says so of drugs that have none.
      strength: row.strength?.split(/[,;]/).includes('N/A') ? null : (row.strength ?? null),
      form: row.form ?? null,
      isBrand: row.brand === '1',
      tier: row.tier ?? null,
      priorAuthorization: row.approval === '1',
      stepTherapy: row.steps === '1',
      quantityLimit: row.limit === '1',
      drugClass: null,
      priceCents: Number(row.cents),
    })
  }
  return drugs
}
