import { setImmediate } from 'node:timers/promises'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { ImportCountsData } from '../../../platform/db/tables.ts'
import type { Outcome } from '../../../platform/versions/outcome.ts'
import { createReader, type ResourceReader } from '../fhir/reader.ts'
import { createHolders } from '../holders.ts'
import { createLanes } from '../lanes.ts'
import { type Machine, type Piece, type RunOptions, type RunReports, runImport } from '../machine.ts'
import { type PayerRef, type Payers, readPayers, refusePayer } from '../payers.ts'
import { Refused, type Skipped } from '../refused.ts'
import { whyUnreadable } from '../source/unreadable.ts'
import { type FaultAt, groupAnswer, interchangeAnswer, maxFaults, writeAnswer } from './answers.ts'
import { isShareExplained } from './claims/amounts.ts'
import { importClaimParts } from './claims/place-parts.ts'
import { payerOfBill } from './claims/read-bill.ts'
import { isBalanced, payerOfPayment } from './claims/read-payment.ts'
import { takeWaiting } from './claims/waiting.ts'
import { enroll } from './enrollment/enroll.ts'
import { readEnrollmentFile } from './enrollment/read-file.ts'
import type { MemberNumbers } from './enrollment/read-member.ts'
import { type Interchange, noNote, type Transaction } from './envelope.ts'
import { type Fault, FaultyElement, RefusedLoop } from './faults.ts'
import {
  groupWords,
  type Inspected,
  inspectFile,
  interchangeWords,
  isWhole,
  notForUs,
  refusals,
  transactionWords,
} from './inspect.ts'
import { findDigest, noteInterchange, takeControl } from './interchange-store.ts'
import type { Loop } from './loops.ts'
import { measureLength, mendable, mendedControl } from './mendable.ts'
import { nameSender } from './name-sender.ts'
import { judgeNight, noteStored, settleMissing } from './night.ts'
import type { Night } from './night-store.ts'
import { type KeepOriginals, keepOriginals } from './originals.ts'
import { nameLoop } from './place.ts'
import { type Read, readLoop } from './read-loop.ts'
import { readLoops } from './read-loops.ts'
import { createRestricting } from './restricted-senders.ts'
import type { Segment } from './segments.ts'
import { createNumbering, readSenderRules } from './sender-rules.ts'
import { FeedTally } from './tally.ts'
import { parseCents, readCode, readText } from './values.ts'

export type X12Options = RunOptions & {
  /** The thresholds for storing, as the command writes them; '': the brand's; null: everything is stored. */
  readonly thresholds?: string | null
  /** How files are kept as received; null: they are not. */
  readonly keep?: KeepOriginals | null
  /** The folder for answers to senders; null: no answers are written. */
  readonly answers: string | null
  /** Whether they came by night, without a person: they are held if they look wrong (FD-7). */
  readonly isNightly: boolean
}

export interface X12Reports extends RunReports {
  /** Called with the number of bytes read. */
  readonly bytes: (more: number) => void
}

export const x12Kind = 'x12'

/** How many passes report the bytes they read: one for members, one for claims. Reading the structure beforehand reports none. */
export const passesOfX12 = 2

/** Members come before their claims, whatever the order of the files. */
const passes: readonly ((set: string) => boolean)[] = [(set) => set === '834', (set) => set === '835' || set === '837']

/** Transactions that other systems answer, and where they belong (FD-5). */
const elsewhere: Readonly<Record<string, string>> = {
  '270': 'asks for eligibility, which the plan’s own eligibility system answers',
  '271': 'answers about eligibility, and belongs to the provider’s system that asked',
  '276': 'asks for the state of a claim, which the plan’s own claim system answers',
  '277': 'answers about the state of a claim, and belongs to the provider’s system that asked',
  '278': 'is about approvals: send prior authorizations in FHIR',
  '820': 'is about premiums: send them as CSV of the kind premiums',
  '999': 'is an answer, and is not answered',
  TA1: 'is an answer, and is not answered',
}

/** How many loops are read without yielding to other work. */
const readAtOnce = 25
/** The most characters of the loops in one database transaction. */
const maxLength = 2 * 1024 * 1024

class LoopPiece implements Piece {
  readonly at: Piece['at']
  readonly brand: string
  readonly loop: Loop
  readonly read: Read

  constructor(at: Piece['at'], brand: string, loop: Loop, read: Read) {
    this.at = at
    this.brand = brand
    this.loop = loop
    this.read = read
  }

  /** Built only for a refused loop. */
  get text(): string {
    return mendable(this.loop)
  }
}

/** Imports X12 files (FD-1 to FD-4): enrollments (834), payments (835) and claims (837), each transaction as its ST01 says. */
export function importX12(database: Database, options: X12Options, reports: X12Reports): Promise<ImportCountsData> {
  return runImport(database, x12Kind, options, reports, async (machine) => {
    const { brand, now, signal } = options
    const payers = await readPayers(database.read)
    const { tellsContent, isForUs } = await readSenderRules(database.read, brand)
    const files = await inspectAll(machine, options.files)
    for (const { interchanges } of files)
      for (const one of interchanges) if (one.note === noNote && !isForUs(one.receiver.id)) one.note = notForUs
    for (const file of files) await checkSeen(database, brand, file)
    refuseRepeats(brand, files)
    const night = brand === null ? null : await judge(database, options, { machine, files, brand, payers })
    if (options.keep != null && !machine.dryRun)
      await keepOriginals(machine, files, { ...options, keep: options.keep, runId: machine.runId })
    for (const file of files) await rejectEnvelopes(machine, file)
    const reader = createReader()
    const run = { database, machine, options, reports, payers, tellsContent, tally: new FeedTally(), reader }
    const faults = new Map(files.map((file) => [file, new Map<number, FaultAt[]>()]))
    try {
      for (const wants of passes) {
        for (const file of files) {
          if ([...file.sets].some(wants)) await new LoopReading(run, faults.get(file) ?? new Map()).read(file, wants)
        }
      }
    } finally {
      await reader.close()
    }
    if (machine.dryRun) return
    const { tally } = run
    if (night !== null) {
      const isAll = files.length === options.files.length && files.every(isWhole)
      await settleMissing(database, { night, tally, isWhole: isAll, warn: machine.warn, signal })
    }
    machine.countOutcome('created', await takeWaiting(database, now, { runId: machine.runId, signal }))
    if (night !== null) await noteStored(database, night, tally)
    for (const file of files) {
      await answer(database, options, file, faults.get(file) ?? new Map())
      await noteSeen(database, options, machine.runId, file)
    }
  })
}

/** Judges a brand's night; returns once its files look right or somebody has approved them. */
async function judge(
  database: Database,
  { isNightly: isByNight, thresholds: said, now }: X12Options,
  {
    machine,
    files,
    brand,
    payers,
  }: {
    readonly machine: Machine
    readonly files: readonly Inspected[]
    readonly brand: string
    readonly payers: Payers
  },
): Promise<Night> {
  const digests = files.map(({ digest }) => digest.toString('hex')).sort()
  const isNightly = isByNight && !machine.dryRun
  const night = { feedId: machine.runId, brand, now, digests, isNightly, parts: null }
  const thresholds = said ?? (isNightly ? '' : null)
  return thresholds === null ? night : judgeNight(database, files, night, { payers, thresholds })
}

/** Inspects the files; returns the readable ones, oldest first. */
async function inspectAll(machine: Machine, files: readonly string[]): Promise<readonly Inspected[]> {
  const inspected: Inspected[] = []
  for (const file of files) {
    try {
      inspected.push(await inspectFile(file))
    } catch (error) {
      await machine.reject({ file, line: 0 }, new Refused('', whyUnreadable(error)), '')
    }
  }
  return inspected.sort((a, b) => (a.moment < b.moment ? -1 : a.moment > b.moment ? 1 : 0))
}

/** What reading the loops of a run needs. */
interface X12Run {
  readonly database: Database
  readonly machine: Machine
  readonly options: X12Options
  readonly reports: X12Reports
  readonly payers: Payers
  readonly tally: FeedTally
  readonly tellsContent: (sender: string) => boolean
  readonly reader: ResourceReader
}

/** Reads the loops of a file, and stores them while it reads on. */
class LoopReading {
  readonly #run: X12Run
  readonly #faults: Map<number, FaultAt[]>
  readonly #restrict: ReturnType<typeof createRestricting>
  readonly #number: ReturnType<typeof createNumbering>
  readonly #lanes: ReturnType<typeof createLanes<LoopPiece>>
  readonly #holders = createHolders<string>()
  /** The coverages that it has named for each number. */
  readonly #named = createHolders<Set<string>>()
  /** Social Security numbers that the file has in place of numbers. */
  readonly #secrets = new Set<string>()

  constructor(run: X12Run, faults: Map<number, FaultAt[]>) {
    const { database, machine } = run
    this.#run = run
    this.#faults = faults
    this.#restrict = createRestricting(database.read)
    this.#number = createNumbering(database.read)
    this.#lanes = createLanes<LoopPiece>({
      count: machine.lanesAtOnce,
      isFull: (pieces, length) => pieces >= machine.batchSize || length >= maxLength,
      store: (all) => this.#store(all),
    })
  }

  async read(inspected: Inspected, wants: (set: string) => boolean): Promise<void> {
    try {
      await this.#readAll(inspected, wants)
      await this.#lanes.settle()
    } finally {
      await this.#lanes.end()
    }
  }

  async #readAll(inspected: Inspected, wants: (set: string) => boolean): Promise<void> {
    const { machine, reports } = this.#run
    const isRefused = refusals(inspected)
    const isWanted = ({ set, ordinal }: Transaction) => wants(set) && !isRefused(ordinal)
    let count = 0
    let paid = 0
    for await (const { loop, ended } of readLoops(inspected.file, isWanted, reports.bytes)) {
      paid += loop?.transaction.set === '835' ? (parseCents(readText(loop.segments[0], 4)) ?? 0) : 0
      if (ended !== undefined) {
        if (ended.transaction.set === '835' && isBalanced(ended.others, paid) === false)
          machine.warn('payment', 'is not the sum of its claims less what is adjusted at the provider')
        paid = 0
      }
      // Lets the batch that is being written send its next statement.
      if (count++ % readAtOnce === 0) await setImmediate()
      const piece = loop === undefined ? null : await this.#readOrReject(inspected.file, loop)
      if (piece !== null) await this.#lanes.add(piece, listKeys(piece), measureLength(piece.loop.segments))
    }
  }

  async #readOrReject(file: string, loop: Loop): Promise<LoopPiece | null> {
    const { machine, tally } = this.#run
    const at = { file, line: loop.segments[0]?.number ?? 0 }
    try {
      return await this.#readPiece(at, loop)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      tally.refuse(loop)
      place(loop, error)
      this.#note(loop, error)
      await machine.reject(at, error, mendable(loop))
      return null
    }
  }

  async #readPiece(at: Piece['at'], loop: Loop): Promise<LoopPiece | null> {
    const { machine, options, payers, tally } = this.#run
    if (loop.isTooLong) throw new Refused('', 'has more than 20,000 segments')
    const brand = options.brand ?? requireBrand(readPayer(loop), payers)
    const isPayer = (names: readonly string[]) => payers.findBrand(...names) === brand
    const spared: FaultyElement[] = []
    const places = loop.transaction.set === '834' ? await this.#number(brand, loop.transaction) : undefined
    const one = readLoop(loop, isPayer, (error) => spared.push(error), places, this.#secrets)
    for (const error of spared) {
      this.#note(loop, error)
      machine.warn(one?.type ?? 'claim', describeSpare(loop, error))
    }
    if (one === null) {
      machine.skip('claim', 'says what a plan would pay')
      return null
    }
    tally.note(one, loop.transaction)
    for (const told of listUnshown(loop)) machine.warn('claim', told)
    if (one.type !== 'claim') return new LoopPiece(at, brand, loop, one)
    if (!isShareExplained(one.part))
      machine.warn('claim', 'has another share of the patient (CLP05) than its adjustments (CAS PR) come to')
    return new LoopPiece(at, brand, loop, { ...one, part: await this.#restrict(brand, one.part, loop.transaction) })
  }

  async #store(all: readonly LoopPiece[]): Promise<void> {
    const { machine, options, tally, reader } = this.#run
    const run = {
      reader,
      runId: machine.runId,
      now: options.now,
      warn: machine.warn,
      tellPlan: tally.take,
      holders: this.#holders,
      named: this.#named,
    }
    const refused = new Map<LoopPiece, Refused>()
    await machine.importBatch(all, async (tx, some) => {
      const outcomes = await storeLoops(tx, some, run)
      for (const [index, outcome] of outcomes.entries()) {
        const piece = some[index] as LoopPiece
        refused.delete(piece)
        if (!(outcome instanceof Refused)) continue
        place(piece.loop, outcome)
        refused.set(piece, outcome)
      }
      return outcomes
    })
    for (const [{ loop }, error] of refused) this.#note(loop, error)
  }

  #note(loop: Loop, error: Refused): void {
    noteFault(this.#faults, loop, error, this.#run.tellsContent)
  }
}

/** What two loops may share: people and contracts, and for claims their numbers. */
function listKeys({ brand, read }: LoopPiece): string[] {
  const keys =
    read.type === 'member'
      ? listMemberKeys(read.read.numbers)
      : [...read.part.patient.numbers, read.part.account, read.part.payerNumber, read.part.formerNumber]
  return keys.flatMap((key) => (key === null ? [] : `${brand} ${key}`))
}

function listMemberKeys({ own, former, contract, suffix }: MemberNumbers) {
  return [own, former, contract, contract !== null && suffix !== null ? contract + suffix : null]
}

interface Taking {
  readonly reader: ResourceReader
  readonly runId: string
  readonly now: Date
  readonly warn: Machine['warn']
  readonly tellPlan: FeedTally['take']
}

/** The payer as a file of each kind names it. */
function readPayer(loop: Loop): PayerRef {
  const { set } = loop.transaction
  if (set === '834') {
    const { name, id } = readEnrollmentFile(loop).payer
    return { id: null, names: [name, id].filter((one) => one !== '') }
  }
  const names = set === '835' ? payerOfPayment(loop) : payerOfBill(loop)
  return { id: null, names: names.filter((one) => one !== '') }
}

function requireBrand(payer: PayerRef, payers: Payers): string {
  const brand = payers.findBrand(...payer.names)
  if (brand === null) throw refusePayer('payer', payer, payers)
  return brand
}

/** What a bill says that no page shows (FD-3): what the patient has paid the provider is none of the plan's amounts. */
function listUnshown({ transaction, segments }: Loop): string[] {
  if (transaction.set !== '837') return []
  const isPaid = (one: Segment) =>
    one.id === 'AMT' && readCode(one, 1) === 'F5' && (parseCents(readText(one, 2)) ?? 0) !== 0
  return [
    ...(segments.some(isPaid) ? ['says what the patient has paid the provider (AMT F5), which is not shown'] : []),
    ...(segments.some(({ id }) => id === 'HCP') ? ['is priced by somebody else, too (HCP), which is not shown'] : []),
  ]
}

/** What a member or claim is stored without, in the same words for the same kind of part. */
function describeSpare(loop: Loop, { fault: { segment, element, component } }: FaultyElement): string {
  const [place, kind] = [`${segment.id}${String(element).padStart(2, '0')}`, readCode(segment, 1)]
  const of = ['AMT', 'DTM', 'DTP', 'REF'].includes(segment.id) ? ` of ${segment.id} ${kind.slice(0, 3)}` : ''
  const part = component === undefined ? '' : `-${component}`
  return `is stored without what cannot be read: ${place}${part}${of} in loop ${nameLoop(loop, segment)}`
}

/** Adds to a refusal the position in its transaction. */
function place(loop: Loop, error: Refused): void {
  const [segment, element] =
    error instanceof FaultyElement
      ? [error.fault.segment, error.fault.element]
      : error instanceof RefusedLoop
        ? [error.segment, error.element]
        : [loop.segments[0], 0]
  if (segment === undefined) return
  const { control: transaction, at } = loop.transaction
  error.where = {
    ...{ transaction, loop: nameLoop(loop, segment), segment: segment.id },
    ...{ position: segment.number - at + 1, element },
  }
}

/**
 * Notes what a 999 says about a loop that was left out. A fault in the content of a loop with valid syntax goes only to senders who ask for
 * it.
 */
function noteFault(
  faults: Map<number, FaultAt[]>,
  loop: Loop,
  error: Refused,
  tellsContent: (sender: string) => boolean,
): void {
  const { transaction } = loop
  const fault: Fault | null =
    error instanceof FaultyElement
      ? error.fault
      : error instanceof RefusedLoop && tellsContent(nameSender(transaction))
        ? { segment: error.segment, element: error.element, code: 'I12', copy: null }
        : null
  const all = [...faults.values()].reduce((sum, some) => sum + some.length, 0)
  if (fault === null || all >= maxFaults) return
  const known = faults.get(transaction.ordinal) ?? []
  // A segment above several loops is reported once.
  if (known.some(({ segment, element }) => segment === fault.segment && element === fault.element)) return
  const at = { position: fault.segment.number - transaction.at + 1, loop: nameLoop(loop, fault.segment) }
  faults.set(transaction.ordinal, [...known, { ...fault, ...at }])
}

/** Stores loops of any brand; returns the outcome of each, in order. */
async function storeLoops(tx: Tx, all: readonly LoopPiece[], run: Taking): Promise<(Outcome | Refused | Skipped)[]> {
  const outcomes = new Map<LoopPiece, Outcome | Refused | Skipped>()
  for (const [brand, some] of Map.groupBy(all, (one) => one.brand)) {
    const own = { ...run, brand }
    const note = (pieces: readonly LoopPiece[], stored: readonly (Outcome | Refused | Skipped)[]) => {
      for (const [index, one] of pieces.entries()) outcomes.set(one, stored[index] as Outcome | Refused | Skipped)
    }
    const members = some.flatMap((one) => (one.read.type === 'member' ? { one, ...one.read } : []))
    const claims = some.flatMap((one) => (one.read.type === 'claim' ? { one, part: one.read.part } : []))
    if (members.length > 0)
      note(
        members.map(({ one }) => one),
        await enroll(tx, members, own),
      )
    if (claims.length > 0)
      note(
        claims.map(({ one }) => one),
        await importClaimParts(
          tx,
          claims.map(({ part }) => part),
          own,
        ),
      )
  }
  return all.map((one) => outcomes.get(one) as Outcome | Refused | Skipped)
}

/** Reports refused envelopes of a file, and transactions for other systems. */
async function rejectEnvelopes(machine: Machine, { file, interchanges, outside }: Inspected): Promise<void> {
  if (interchanges.length === 0) {
    await machine.reject({ file, line: 0 }, new Refused('', 'is no X12 file: it has no ISA that can be read'), '')
    return
  }
  for (const { at, what } of outside) await machine.reject({ file, line: at }, new Refused(`Segment ${at}`, what), '')
  for (const one of interchanges) {
    if (one.note !== noNote) {
      const path = `Interchange ${one.control} of ${one.sender.id}`
      await machine.reject({ file, line: 1 }, new Refused(path, interchangeWords(one.note)), '')
      continue
    }
    if (one.groups.length === 0) machine.skip('interchange', 'holds no group of transactions')
    if (one.isTest) machine.warn('interchange', 'says that it is a test (ISA15 T), and is imported like any other')
    for (const group of one.groups) {
      if (group.problems.length > 0) {
        const at = group.transactions[0]?.at ?? 1
        await machine.reject(
          { file, line: at },
          new Refused(`Group ${group.control}`, `is refused: ${groupWords(group)}`),
          '',
        )
        continue
      }
      for (const transaction of group.transactions) {
        const { problems, control, at, set } = transaction
        if (problems.length > 0)
          await machine.reject(
            { file, line: at },
            new Refused(
              `Transaction ${control} (${set}, from segment ${at})`,
              `is refused as a whole: ${transactionWords(transaction)}`,
            ),
            '',
          )
        else if (!passes.some((wants) => wants(set)))
          machine.skip('transaction', set in elsewhere ? `${set} ${elsewhere[set]}` : 'of this kind is not read')
      }
    }
  }
}

/** Refuses a control number that came before with the same moment and other content: the two would be indistinguishable. */
async function checkSeen(database: Database, brand: string | null, { interchanges, digest }: Inspected): Promise<void> {
  for (const one of interchanges) {
    if (one.control === mendedControl) continue
    const before = await findDigest(database.read, identify(brand, one))
    if (before !== null && !before.equals(digest) && one.note === noNote) one.note = '025'
  }
}

/** Refuses the same control number and moment twice within the files of a run: one interchange would be taken for the other. */
function refuseRepeats(brand: string | null, files: readonly Inspected[]): void {
  const seen = new Map<string, { readonly digest: Buffer; readonly place: number }>()
  for (const { interchanges, digest } of files)
    for (const [place, one] of interchanges.entries()) {
      if (one.note !== noNote || one.control === mendedControl) continue
      const key = JSON.stringify(identify(brand, one))
      const first = seen.get(key)
      if (first === undefined) seen.set(key, { digest, place })
      // The same file may come twice.
      else if (first.place !== place || !first.digest.equals(digest)) one.note = '025'
    }
}

async function noteSeen(
  database: Database,
  { brand, now }: X12Options,
  runId: string,
  { interchanges, digest }: Inspected,
): Promise<void> {
  for (const one of interchanges) {
    if (one.note !== noNote || one.control === mendedControl) continue
    await database.transaction((tx) => noteInterchange(tx, identify(brand, one), { digest, runId, now }))
  }
}

function identify(brand: string | null, { sender, control, date, time }: Interchange) {
  return { brand: brand ?? '', sender: sender.id, control, sent: `${date} ${time}` }
}

/** Answers the senders of a file's interchanges. */
async function answer(
  database: Database,
  { answers: folder, now }: X12Options,
  { interchanges }: Inspected,
  faults: ReadonlyMap<number, readonly FaultAt[]>,
): Promise<void> {
  if (folder === null) return
  const next = () => takeControl(database.read)
  for (const interchange of interchanges) {
    const own = { interchange, faults, now }
    if (interchangeAnswer({ ...own, control: 0 }) !== null) {
      const control = await next()
      await writeAnswer(folder, 'ta1', control, interchangeAnswer({ ...own, control }) ?? '')
    }
    if (groupAnswer({ ...own, control: 0 }) === null) continue
    const control = await next()
    for (let more = interchange.groups.length; more > 1; more--) await next()
    await writeAnswer(folder, '999', control, groupAnswer({ ...own, control }) ?? '')
  }
}
