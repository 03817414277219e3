import { listConnections, tryConnection } from '@portico/contract/calls/connections'
import { make } from './call.ts'
import type { Client } from './client.ts'

/** What became of a test sign-in at a directory, and what has arrived of whom. */
export interface Trial {
  readonly status: number
  readonly text: string
  find(claim: string): readonly string[] | undefined
}

/** An administrator tries a connection to a directory with somebody's name and password (OS-61). */
export async function tryDirectory(
  admin: Client,
  connectionId: string,
  { name, password, version = '1' }: { readonly name: string; readonly password: string; readonly version?: string },
): Promise<Trial> {
  const { to } = (await make(admin, tryConnection, { params: { connectionId, version } })).body.payload
  const { pathname, search, searchParams } = new URL(to, admin.origin)
  const browser = admin.copy()
  await browser.get(`${pathname}${search}`)
  const form = { state: searchParams.get('state') ?? '', name, password }
  const answer = await browser.send('POST', pathname, { form })
  const { connections } = (await make(admin, listConnections, {})).body.payload
  const arrived = connections.find((one) => one.connectionId === connectionId)?.waiting?.arrived ?? []
  return {
    status: answer.status,
    text: answer.bytes.toString(),
    find: (claim) => arrived.find((one) => one.name === claim)?.values,
  }
}
