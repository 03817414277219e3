import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInstalled, freePort, programs, userIds } from '../../tools/postgres.ts'
import { createProgram, type Program } from './program.ts'
import { ask, type Replicated, user, waitFor } from './replicated.ts'
import { freeSharedMemory } from './shared-memory.ts'

interface Node {
  readonly name: string
  readonly data: string
  /** Where PostgreSQL listens, and where Patroni says what it is. */
  readonly ports: { readonly postgres: number; readonly patroni: number }
  readonly program: Program
}

/**
 * Three servers that Patroni runs, with a store of their agreement (etcd), behind HAProxy: one port leads to whichever writes, the other
 * to those that only read. Nobody promotes anything by hand. Throws if one of the programs is not installed.
 */
export async function startPatroni(): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-patroni-'))
  const owner = process.getuid?.() === 0 ? userIds('postgres') : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const options = { cwd: folder, detached: true, ...owner }
  const ports = { etcd: await freePort(), peers: await freePort(), write: await freePort(), read: await freePort() }
  const nodes: Node[] = []
  for (const name of ['node1', 'node2', 'node3']) nodes.push(await describeNode(name))
  const etcd = createProgram({
    command: findProgram('etcd'),
    args: listEtcdArgs(join(folder, 'etcd'), ports),
    ...options,
    isUp: () => isHealthy(`http://127.0.0.1:${ports.etcd}/health`),
  })
  writeFileSync(join(folder, 'haproxy.cfg'), describeBalancer(nodes, ports))
  const balancer = createProgram({
    command: findProgram('haproxy'),
    args: ['-db', '-f', join(folder, 'haproxy.cfg')],
    ...options,
    isUp: () => ask(address(ports.write), 'select true as done'),
  })
  let lost: Node | undefined
  const close = async () => {
    const processes = nodes.flatMap(({ data }) => listProcesses(data))
    for (const program of [...nodes.map((node) => node.program), balancer, etcd]) await program.kill()
    for (const pid of processes) kill(pid)
    freeSharedMemory(folder)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await etcd.start()
    await nodes[0]?.program.start()
    await balancer.start()
  } catch (error) {
    await close()
    throw error
  }
  return {
    close,
    standbysLeft: 1,
    database: async (name) => {
      await ask(address(ports.write), `create database ${name}`)
      return { url: address(ports.write, name), readUrl: address(ports.read, name) }
    },
    addStandby: async () => {
      await Promise.all(nodes.slice(1).map((node) => node.program.start()))
      const synchronous = `select count(*) > 0 as done from pg_stat_replication where sync_state = 'sync'`
      await waitFor(() => ask(address(ports.write), synchronous))
      await waitFor(() => ask(address(ports.read), 'select pg_is_in_recovery() as done'))
    },
    losePrimary: async () => {
      lost = await findPrimary(nodes)
      const processes = listProcesses(lost.data)
      // Patroni first, or it would start what is lost again.
      await lost.program.kill()
      for (const pid of processes) kill(pid)
    },
    promote: async () => {
      const left = nodes.filter((node) => node !== lost)
      await waitFor(async () => Boolean(await findPrimary(left)))
    },
  }

  async function describeNode(name: string): Promise<Node> {
    const own = { postgres: await freePort(), patroni: await freePort() }
    const data = join(folder, name)
    const file = join(folder, `${name}.yml`)
    // What is JSON is YAML, too.
    writeFileSync(file, JSON.stringify(describePatroni(name, data, own, ports.etcd)))
    const isUp = () => isHealthy(`http://127.0.0.1:${own.patroni}/health`)
    const program = createProgram({ command: findProgram('patroni'), args: [file], ...options, isUp })
    return { name, data, ports: own, program }
  }
}

const address = (port: number, name = 'postgres') => `postgres://${user}@127.0.0.1:${port}/${name}`

function findProgram(name: string): string {
  const found = findInstalled(name)
  if (found === null) throw new Error(`${name} is not installed (docs/operations.md, "Drills").`)
  return found
}

function listEtcdArgs(data: string, ports: { readonly etcd: number; readonly peers: number }): string[] {
  const [client, peer] = [`http://127.0.0.1:${ports.etcd}`, `http://127.0.0.1:${ports.peers}`]
  return [
    ...['--name', 'one', '--data-dir', data, '--initial-cluster', `one=${peer}`],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
  ]
}

/** As Patroni's own documents have it, with a synchronous standby. */
function describePatroni(name: string, data: string, ports: Node['ports'], etcd: number) {
  const listen = (port: number) => ({ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` })
  const fromHere = (database: string) => `host ${database} all 127.0.0.1/32 trust`
  return {
    scope: 'portico',
    name,
    restapi: listen(ports.patroni),
    etcd3: { hosts: [`127.0.0.1:${etcd}`] },
    bootstrap: {
      dcs: {
        ttl: 30,
        loop_wait: 5,
        retry_timeout: 10,
        synchronous_mode: true,
        // What is written survives the end of its processes without being flushed: only the machine's own end would lose it.
        postgresql: { parameters: { fsync: 'off', max_connections: 60, dynamic_shared_memory_type: 'mmap' } },
      },
      initdb: [{ encoding: 'UTF8' }, 'no-locale', { auth: 'trust' }],
      pg_hba: [fromHere('all'), fromHere('replication')],
    },
    postgresql: {
      ...listen(ports.postgres),
      data_dir: data,
      bin_dir: programs().postgres,
      basebackup: [{ checkpoint: 'fast' }],
      // Not in the home of whoever starts the drill.
      pgpass: `${data}.pgpass`,
      authentication: { superuser: { username: user }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: '' },
    },
  }
}

/** As Patroni's own documents have it: who writes, and who only reads, is asked of Patroni itself. */
function describeBalancer(nodes: readonly Node[], ports: { readonly write: number; readonly read: number }): string {
  const listen = (name: 'primary' | 'replica', port: number) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /${name}
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.ports.postgres} check port ${node.ports.patroni}`).join('\n')}
`
  return `defaults
  mode tcp
  timeout connect 4s
  timeout check 5s
  timeout client 30m
  timeout server 30m
${listen('primary', ports.write)}${listen('replica', ports.read)}`
}

async function findPrimary(nodes: readonly Node[]): Promise<Node> {
  for (const node of nodes) if (await isHealthy(`http://127.0.0.1:${node.ports.patroni}/primary`)) return node
  throw new Error('None of the servers writes.')
}

async function isHealthy(url: string): Promise<boolean> {
  return (await fetch(url).catch(() => null))?.status === 200
}

/** The server of a data folder and all that it has started; none if it does not run. */
function listProcesses(data: string): number[] {
  const server = Number(readText(join(data, 'postmaster.pid')).split('\n')[0])
  if (!server) return []
  const isChild = (pid: string) => readText(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] === String(server)
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name))
  return [server, ...children.map(Number)]
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with the others.
  }
}
