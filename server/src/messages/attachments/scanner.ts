import { connect, type Socket } from 'node:net'
import type { ScannerAddress } from '../../platform/storage/scanner-address.ts'

/** `unreadable`: it is encrypted, or nested too deeply, so the scanner cannot check its content. */
export type ScanVerdict = 'clean' | 'infected' | 'unreadable'

export interface Scanner {
  /** Throws without a verdict: the scanner is unreachable, busy or too slow. */
  scan(content: AsyncIterable<Uint8Array>, giveUp?: AbortSignal): Promise<ScanVerdict>
  /** Whether the scanner is reachable and works. */
  answers(giveUp?: AbortSignal): Promise<boolean>
}

/** How long a healthy scanner may take to respond. */
const pingMs = 2_000

/** Scans with clamd, using its INSTREAM command, with one connection per file. */
export function createClamdScanner(address: ScannerAddress, timeoutMs: number): Scanner {
  return {
    scan: (content, giveUp) =>
      talk(timeoutMs, giveUp, async (socket) => {
        const answer = readAnswer(socket)
        await Promise.race([send(socket, content), answer])
        return parseVerdict(await answer)
      }),

    answers: (giveUp) =>
      talk(Math.min(timeoutMs, pingMs), giveUp, async (socket) => {
        const answer = readAnswer(socket)
        await Promise.race([write(socket, Buffer.from('zPING\0')), answer])
        return (await answer).startsWith('PONG')
      }).catch(() => false),
  }

  /** One connection, closed after `maxMs`. */
  async function talk<T>(maxMs: number, giveUp: AbortSignal | undefined, work: (socket: Socket) => Promise<T>) {
    const timeout = AbortSignal.timeout(maxMs)
    const socket = connect(address)
    const stop = () => socket.destroy(new Error('No verdict in time.'))
    const signals = giveUp ? [timeout, giveUp] : [timeout]
    for (const signal of signals) signal.addEventListener('abort', stop, { once: true })
    try {
      return await work(socket)
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', stop)
      socket.destroy()
    }
  }
}

/** Sends each chunk after its length; a length of zero ends the stream. */
async function send(socket: Socket, content: AsyncIterable<Uint8Array>): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'))
  for await (const chunk of content) {
    if (chunk.length === 0) continue
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.write(length)
    await write(socket, chunk)
  }
  await write(socket, Buffer.alloc(4))
}

function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

function readAnswer(socket: Socket): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    let said = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      said += text
      if (said.includes('\0')) resolve(said)
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The scanner hung up.')))
  })
  // The sender sees the error first; by then nobody may be awaiting this promise.
  answer.catch(() => undefined)
  return answer
}

/** clamd's answers: `stream: OK`, `stream: NAME FOUND`, or an error. */
function parseVerdict(answer: string): ScanVerdict {
  const text = answer.replaceAll('\0', '').trim()
  if (/^stream: OK$/.test(text)) return 'clean'
  const found = /^stream: (\S+) FOUND$/.exec(text)?.[1]
  if (found !== undefined) return /^Heuristics\.(?:Encrypted|Limits)\./.test(found) ? 'unreadable' : 'infected'
  if (/size limit exceeded/i.test(text)) return 'unreadable'
  throw new Error('The scanner gave no verdict.')
}
