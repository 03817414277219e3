import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program beside ours that may go away and come back. */
export interface Program {
  /** Waits until it is up. */
  start(): Promise<void>
  /** As if its machine were gone. */
  kill(): Promise<void>
  /** It accepts connections but does not answer, until it is thawed. */
  freeze(): Promise<void>
  thaw(): void
}

/** How a program is run. With `detached` the processes that it starts are killed with it. */
export interface ProgramCall extends Pick<SpawnOptions, 'cwd' | 'uid' | 'gid' | 'detached'> {
  readonly command: string
  readonly args: readonly string[]
  /** Whether it answers; one that throws does not. */
  readonly isUp: () => Promise<boolean>
}

export function createProgram({ command, args, isUp, ...options }: ProgramCall): Program {
  let child: ChildProcess | undefined
  return {
    start: async () => {
      child = spawn(command, args, { ...options, stdio: 'ignore' })
      for (let attempt = 0; attempt < 12_000; attempt += 1) {
        // Its port may be somebody else's, who would answer in its place.
        if (hasEnded(child)) throw new Error(`${command} ended at its start.`)
        if (await isUp().catch(() => false)) return
        await sleep(50)
      }
      throw new Error(`${command} did not start.`)
    },
    kill: async () => {
      if (child?.pid === undefined || hasEnded(child)) return
      const ended = once(child, 'exit')
      process.kill(options.detached ? -child.pid : child.pid, 'SIGKILL')
      await ended
      child = undefined
    },
    freeze: async () => {
      if (child?.pid === undefined) return
      child.kill('SIGSTOP')
      // Its threads go on until one of them has taken the signal, which takes long on a busy machine.
      while (!isStopped(child.pid)) await sleep(10)
    },
    thaw: () => child?.kill('SIGCONT'),
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Whether all threads of a process are stopped. Only Linux tells. */
function isStopped(pid: number): boolean {
  const folder = `/proc/${pid}/task`
  if (!existsSync(folder)) return true
  return readdirSync(folder).every((thread) => / \(.*\) T /.test(readFileSync(`${folder}/${thread}/stat`, 'utf8')))
}
