import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const sample = join(import.meta.dirname, '../server/test/fhir/synthea.ndjson.gz')
const read = new Set(['Patient', 'Organization', 'Practitioner', 'ExplanationOfBenefit'])

/**
 * Writes the sample's people and their claims `copies` times, each copy with its own ids from `first` on; returns the number of resources.
 */
export function writeCopies(path: string, copies: number, first = 0): number {
  const lines = gunzipSync(readFileSync(sample))
    .toString()
    .trimEnd()
    .split('\n')
    .filter((line) => read.has(JSON.parse(line).resourceType))
  writeFileSync(path, '')
  for (let copy = first; copy < first + copies; copy++) {
    const own = copy.toString(16).padStart(6, '0')
    const text = lines
      .map((line) => line.replace(/("id":"|urn:uuid:)[0-9a-f]{6}(?=[0-9a-f]{2}-)/g, `$1${own}`))
      .join('\n')
    writeFileSync(path, `${text}\n`, { flag: 'a' })
  }
  return lines.length * copies
}
