import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderInUseError, lockFolder } from './lock.ts'

let folder: string
let lock: string
const started: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-lock-'))
  lock = join(folder, 'portico.lock')
})
afterEach(async () => {
  for (const child of started.splice(0)) await waitForKill(child)
  rmSync(folder, { recursive: true, force: true })
})

interface Starter {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly said: string
}

/** A process that takes the lock and holds it until it is killed; `said` is `held`, or the reason why not. */
async function starter(options = {}): Promise<Starter> {
  const program = `
    import { lockFolder } from ${JSON.stringify(new URL('lock.ts', import.meta.url).href)}
    try {
      await lockFolder(${JSON.stringify(folder)}, ${JSON.stringify(options)})
      console.log('held')
      setInterval(() => undefined, 1000)
    } catch (error) {
      console.log(error.message)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: said.toString().trim() }
}

/** A program that takes and releases the lock many times. */
const takesAndReleases = () => `
  import { FolderInUseError, lockFolder } from ${JSON.stringify(new URL('lock.ts', import.meta.url).href)}
  for (let time = 0; time < 2000; time++) {
    try {
      const release = await lockFolder(${JSON.stringify(folder)})
      release()
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error
    }
  }`

async function waitForKill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const holder = () => JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; host: string; started: string | null }
const setAge = (file: string, seconds: number) => {
  const moment = new Date(Date.now() - seconds * 1000)
  utimesSync(file, moment, moment)
}

/** The lock keeps a second process on the embedded database from losing acknowledged messages. */
describe('the lock of a data folder', () => {
  test('MC-5 a second process is refused, and learns who holds the folder and what to do', async () => {
    const first = await starter()
    expect(first.said).toBe('held')
    const second = await starter()
    expect(second.said).toBe(
      `The data folder ${folder} is in use by process ${first.child.pid} on ${hostname()}. Stop that one first, or set DATA_DIR to another folder.`,
    )
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
    expect(holder().pid).toBe(first.child.pid)
  })

  test('MC-5 the lock of a killed process is taken over', async () => {
    const first = await starter()
    await waitForKill(first.child)
    expect(existsSync(lock)).toBe(true)
    const release = await lockFolder(folder)
    expect(holder()).toMatchObject({ pid: process.pid, host: hostname() })
    release()
    expect(readdirSync(folder)).toEqual([])
  })

  test('MC-5 within one process, too, a folder is held once; released, it is free', async () => {
    const release = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(/in use/)
    release()
    const again = await lockFolder(folder)
    again()
  })

  test.runIf(existsSync('/proc/self/stat'))(
    'MC-5 a process that merely reuses the killed one’s number does not hold it',
    async () => {
      const other = await starter()
      const { host, started: startedAt } = holder()
      expect(startedAt).toMatch(/^\d+$/)
      await waitForKill(other.child)
      writeFileSync(lock, JSON.stringify({ pid: process.ppid, host, started: '1' }))
      const release = await lockFolder(folder)
      release()
    },
  )

  test('MC-5 an unreadable lock is taken over', async () => {
    for (const text of ['', '{"pid":', 'null']) {
      writeFileSync(lock, text)
      const release = await lockFolder(folder)
      release()
    }
  })

  test('MC-5 another machine’s lock holds while that machine keeps it fresh', async () => {
    writeFileSync(lock, JSON.stringify({ pid: 1, host: 'another-machine', started: null }))
    setAge(lock, 20)
    await expect(lockFolder(folder)).rejects.toThrow(/process 1 on another-machine/)
    setAge(lock, 31)
    const release = await lockFolder(folder)
    release()
  })

  test('MC-5 a process killed during a takeover does not block others for long', async () => {
    const first = await starter()
    await waitForKill(first.child)
    writeFileSync(`${lock}.takeover`, '')
    const release = await lockFolder(folder)
    release()
    expect(readdirSync(folder)).toEqual([])
  })

  test('MC-5 a process that starts while another one ends either is refused or gets the lock', async () => {
    const other = spawn(process.execPath, ['--input-type=module', '--eval', takesAndReleases()], { stdio: 'inherit' })
    started.push(other)
    let got = 0
    while (other.exitCode === null) {
      const release = await lockFolder(folder).catch((error: unknown) => {
        expect(error).toBeInstanceOf(FolderInUseError)
        return null
      })
      release?.()
      if (release) got++
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect([other.exitCode, got > 0]).toEqual([0, true])
  })

  test('MC-5 a process whose folder is gone says what is missing and what to do, in one line, and ends', async () => {
    const { child } = await starter({ everyMs: 10 })
    const ended = once(child, 'close')
    const said = text(child.stderr)
    rmSync(folder, { recursive: true })
    await ended
    expect(child.exitCode).toBe(2)
    expect(await said).toBe(
      `The data folder ${folder} (DATA_DIR) cannot be written anymore (ENOENT), so Portico ends: it could keep nothing. Put the folder back or restore it from a backup, then start again.\n`,
    )
  })

  test('MC-5 a server is notified once when its folder is gone, so that it can log it', async () => {
    const told: string[] = []
    const { promise: lost, resolve } = Promise.withResolvers<void>()
    const onLost = (message: string) => {
      told.push(message)
      resolve()
    }
    const release = await lockFolder(folder, { onLost, everyMs: 1 })
    rmSync(folder, { recursive: true })
    await lost
    release()
    expect(told).toEqual([expect.stringContaining(`${folder} (DATA_DIR)`)])
  })

  test('MC-5 of ten starters at once exactly one wins, on a free folder and on one left behind', async () => {
    for (let round = 0; round < 3; round++) {
      const starters = await Promise.all(Array.from({ length: 10 }, () => starter()))
      const winners = starters.filter(({ said }) => said === 'held')
      expect(winners).toHaveLength(1)
      expect(holder().pid).toBe(winners[0]?.child.pid)
      for (const { said } of starters.filter((one) => one !== winners[0]))
        expect(said).toMatch(/is in use by process \d+/)
      // The next round finds the lock left by this round's winner.
      for (const { child } of starters) await waitForKill(child)
    }
  })
})
