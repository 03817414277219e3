import { type ConnectionState, dayMs, warnDays } from './connection-state.ts'
import { probeDirectory } from './directory.ts'
import type { DirectoryClient } from './directory-connection.ts'
import { SignOnFailure } from './protocol.ts'

type State = Omit<ConnectionState, 'name'>

/** Contacts each of a directory's servers separately, with our own account, and checks when its certificate expires (OS-71). */
export async function checkDirectory(client: DirectoryClient, now: Date): Promise<State> {
  const states = await Promise.all(client.settings.servers.map((server) => checkServer(client, server, now)))
  const fails = states.filter(({ state }) => state === 'fail')
  const text = states.map((one) => one.text).join(' ')
  if (fails.length === states.length) return { state: 'fail', text: `${text} Nobody can sign in.` }
  return { state: states.every(({ state }) => state === 'ok') ? 'ok' : 'warn', text }
}

async function checkServer(client: DirectoryClient, server: string, now: Date): Promise<State> {
  let until: Date | null = null
  const onCertificate = (end: Date) => {
    until = end
  }
  try {
    await probeDirectory({ ...client, settings: { ...client.settings, servers: [server] }, onCertificate })
  } catch (error) {
    const why = error instanceof SignOnFailure ? (error.detail ?? error.outcome) : 'unexpected'
    return { state: 'fail', text: `${server} does not let us search (${why}).` }
  }
  const end = until as Date | null
  const day = end?.toISOString().slice(0, 10) ?? ''
  if (end !== null && end.getTime() - now.getTime() < warnDays * dayMs)
    return { state: 'warn', text: `${server} answers; its certificate ends on ${day}.` }
  return { state: 'ok', text: `${server} answers${day === '' ? '' : `; its certificate is good until ${day}`}.` }
}
