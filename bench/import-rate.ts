import { runImport } from './run-import.ts'

interface Loaded {
  readonly file: string
  readonly resources: number
  /** Whether they are new to the database. */
  readonly isNew: boolean
}

/** Imports a file of claims as the command does; returns resources per second. */
export async function importRate(url: string, { file, resources, isNew }: Loaded): Promise<number> {
  const { counts, ms } = await runImport(url, { kind: 'fhir', assignNumbers: true, file })
  if (counts[isNew ? 'created' : 'unchanged'] < resources * 0.9) throw new Error(JSON.stringify(counts))
  return (resources / ms) * 1000
}
