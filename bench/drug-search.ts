import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { indexDrugs, nearestNames, searchDrugs } from '../packages/rules/src/medicines/drug-search.ts'
import { demoFormulary } from '../server/src/demo/demo/formulary.ts'

/** `node bench/drug-search.ts`: measures a search over the demo's 9,000 drugs; fails above 30 ms at p95 (MP-17). */
const max = 30
const lines = readFileSync(join(import.meta.dirname, '../server/test/drug-queries.csv'), 'utf8')
  .trim()
  .split('\n')
const queries = lines.slice(1).map((line) => line.split(',')[0] ?? '')
const index = indexDrugs(await demoFormulary())
const times = Array.from({ length: 5 }, () => queries)
  .flat()
  .map((query) => {
    const begun = performance.now()
    if (searchDrugs(index, query, 30).length === 0) nearestNames(index, query, 5)
    return performance.now() - begun
  })
  .toSorted((a, b) => a - b)
const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
console.log(
  `${index.drugs.length} drugs: p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
)
process.exitCode = at(0.95) > max ? 1 : 0
