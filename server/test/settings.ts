import type { PageState } from '@portico/contract/page'
import type { Database } from '../src/platform/db/database.ts'
import type { Answer } from './client.ts'

/** Changes settings for a brand, or for all, as the console does. */
export async function setSettings(
  { read }: Database,
  brand: string,
  values: Readonly<Record<string, string | boolean>>,
): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({
    application: 'PORTAL',
    brand: brand.toUpperCase(),
    key,
    secure: true,
    boolean_value: typeof value === 'boolean' ? value : null,
    string_value: typeof value === 'string' ? value : null,
  }))
  await read.insertInto('app_config').values(rows).execute()
}

/** What the server tells a page, from the document that it answered with. */
export function readPageState(answer: Answer): PageState {
  const [, state = ''] = /id="portico-state">(.*?)<\/script>/s.exec(String(answer.body.payload)) ?? []
  return JSON.parse(state)
}
