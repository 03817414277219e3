import { Resolver } from 'node:dns/promises'
import { type HostProof, hostFile, hostRecord, listOwnHosts } from '@portico/rules/apps/app'
import { fetchBounded } from '../../platform/http/fetch-bounded.ts'
import type { Reach } from '../../platform/http/reach.ts'

/** DNS servers, and which networks the server may reach for a file. */
export interface HostParts {
  readonly reach: Reach
  /** Left out: the machine's own servers. */
  readonly nameServers?: readonly string[]
}

const nameMs = 2000

/**
 * Checks whether the hosts that an app names confirm it: through a file there, or a DNS record under their names, that has the app's id on
 * a separate line (OS-36). An unreachable host has confirmed nothing.
 */
export function checkHosts(
  { client_id: clientId, redirect_uris, launch_url }: AppAddresses,
  parts: HostParts,
): Promise<{ readonly host: string; readonly proof: HostProof }[]> {
  const hosts = listOwnHosts([...redirect_uris, ...(launch_url === null ? [] : [launch_url])])
  return Promise.all(
    hosts.map(async (host) => {
      const [inFile, inRecord] = await Promise.all([readFile(host, parts), readRecords(host, parts)])
      const names = (lines: readonly string[]) => lines.some((line) => line.trim() === clientId)
      return { host, proof: names(inFile) ? 'file' : names(inRecord) ? 'record' : 'none' }
    }),
  )
}

interface AppAddresses {
  readonly client_id: string
  readonly redirect_uris: readonly string[]
  readonly launch_url: string | null
}

async function readFile(host: string, { reach }: HostParts): Promise<string[]> {
  const answer = await fetchBounded(`https://${host}${hostFile}`, { headers: { accept: 'text/plain' } }, reach).catch(
    () => null,
  )
  return answer?.status === 200 ? (await answer.text()).split(/\r?\n/) : []
}

async function readRecords(host: string, { nameServers }: HostParts): Promise<string[]> {
  const resolver = new Resolver({ timeout: nameMs, tries: 1 })
  if (nameServers) resolver.setServers([...nameServers])
  const name = host.replace(/:\d+$/, '')
  const records = await resolver.resolveTxt(`${hostRecord}.${name}`).catch(() => [])
  return records.map((parts) => parts.join(''))
}
