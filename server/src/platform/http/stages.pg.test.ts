import { asking, changing, defineCall } from '@portico/contract/call'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/portal.ts'
import type { Tx } from '../db/database.ts'
import { CallError } from './call-error.ts'
import { createBareContext } from './context.ts'
import { about, refuseKeeping } from './recorded.ts'
import { type FinishedHandler, runStages } from './stages.ts'

const audit = { action: 'x.change', record: 'thing' } as const
const shared = { path: '/x', summary: '', audience: { by: 'anyone' }, audit, payload: v.string(), errors: [] } as const
const changed = defineCall({ method: 'POST', ...changing, ...shared })
const read = defineCall({ method: 'GET', ...asking, ...shared })
const onlyRead = defineCall({ method: 'POST', ...changing, ...shared, onlyReads: true })

type Handler = FinishedHandler<typeof changed, string, string>

let held: Awaited<ReturnType<typeof openTestDatabase>>
/** The stages that ran, in order. */
let steps: string[]
beforeAll(async () => {
  held = await openTestDatabase({ seeded: false })
})
beforeEach(() => {
  steps = []
})
afterAll(() => held?.remove())

/** Makes a call whose stages each record that they run, and how many events of the call the log holds then. */
function run(
  handle: Handler['handle'],
  call: typeof changed | typeof read | typeof onlyRead = changed,
  end: Pick<Handler, 'changesAtEnd'> = {},
) {
  const requestId = uuidv7()
  const context = createBareContext({
    principal: null,
    now: new Date(),
    language: 'en',
    origin: { address: '127.0.0.1', requestId },
    setCookie: (name) => steps.push(`cookie ${name}`),
    clearCookie: (name) => steps.push(`no cookie ${name}`),
  })
  const note = async (step: string) => {
    const events = held.database.read.selectFrom('audit_event').where('request_id', '=', requestId)
    const { count } = await events.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    steps.push(`${step}: ${count}`)
  }
  const handler: Handler = {
    ...end,
    around: async (_input, _context, stages) => {
      await note('around')
      return stages().finally(() => note('after'))
    },
    prepare: async () => {
      await note('prepare')
      return 'prepared'
    },
    handle: (...given) => {
      steps.push('handle')
      return handle(...given)
    },
    finish: async (result) => {
      await note('finish')
      if (result === 'nothing there') throw new CallError('NOT-FOUND')
      return `${result}, finished`
    },
  }
  const input = { params: undefined, query: undefined, body: undefined, principal: null, file: undefined }
  return runStages(held.database, { call, audit }, handler as never, input as never, context as never)
}

const setCookies: Handler['handle'] = async (_input, context, _tx, prepared) => {
  context.setCookie('one', 'value', { httpOnly: true })
  context.clearCookie('other')
  return about('a', prepared)
}

describe('SI-13 the stages of a call', () => {
  test('SI-13 run one after the other, and cookies and the last stage follow the committed event', async () => {
    expect(await run(setCookies)).toBe('prepared, finished')
    expect(steps).toEqual([
      ...['around: 0', 'prepare: 0', 'handle'],
      ...['cookie one', 'no cookie other', 'finish: 1', 'after: 1'],
    ])
  })

  test.each<[string, (tx: Tx) => Promise<string>]>([
    ['that fails itself', () => Promise.reject(new Error('It fails.'))],
    ['whose event the log does not take', async () => '\u0000'],
    [
      'whose transaction does not end well',
      async (tx) => {
        await sql`create temp table late (id int primary key, of int references late deferrable initially deferred)`.execute(
          tx,
        )
        await sql`insert into late values (1, 2)`.execute(tx)
        return 'a'
      },
    ],
  ])('SI-13 a call %s sets no cookie and has no end', async (_, work) => {
    const failing = run(async (input, context, tx, prepared) => {
      await setCookies(input, context, tx, prepared)
      return about(await work(tx), '')
    })
    await expect(failing).rejects.toThrow()
    expect(steps).toEqual(['around: 0', 'prepare: 0', 'handle', 'after: 0'])
  })

  test('SI-13 a refusal that keeps its changes sets its cookies, and has no last stage', async () => {
    const refused = run(async (input, context, tx, prepared) => {
      await setCookies(input, context, tx, prepared)
      return refuseKeeping(new CallError('CONFLICT'), [{ recordId: 'a' }])
    })
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(steps.slice(2)).toEqual(['handle', 'cookie one', 'no cookie other', 'after: 1'])
  })

  test('MC-3 HT-2 of two concurrent changes, the one that fails because of the other is retried, and sees it', async () => {
    await sql`create table thing (id int primary key)`.execute(held.database.read)
    const { promise: bothLooked, resolve: goOn } = Promise.withResolvers<void>()
    let looks = 0
    const insertUnlessThere: Handler['handle'] = async (_input, _context, tx) => {
      const { rows } = await sql`select from thing`.execute(tx)
      looks += 1
      if (looks === 2) goOn()
      await bothLooked
      if (rows.length > 0) return about('a', 'there')
      await sql`insert into thing values (1)`.execute(tx)
      return about('a', 'new')
    }
    const answers = await Promise.all([run(insertUnlessThere), run(insertUnlessThere)])
    expect(answers.toSorted()).toEqual(['new, finished', 'there, finished'])
    expect(looks).toBe(3)
  })

  test.each(['40P01', '40001'])(
    'MC-3 HT-2 a change that the database aborts because of another (%s) is retried',
    async (code) => {
      let tries = 0
      const change = run(async (_input, _context, tx) => {
        tries += 1
        if (tries === 1) await sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(tx)
        return about('a', 'changed')
      })
      expect(await change).toBe('changed, finished')
    },
  )

  test('HT-2 a change that fails twice because of others is not tried a third time', async () => {
    const twice = run(async (_input, _context, tx) => {
      await sql`insert into thing values (1)`.execute(tx)
      return about('a', '')
    })
    await expect(twice).rejects.toMatchObject({ code: '23505' })
    expect(steps.filter((step) => step === 'handle')).toHaveLength(2)
  })

  test('SI-13 a read that its last stage refuses is not in the log as a read; one that is answered is, before its answer', async () => {
    for (const call of [read, onlyRead]) {
      steps = []
      await expect(run(async () => about('a', 'nothing there'), call)).rejects.toMatchObject({ code: 'NOT-FOUND' })
      expect(steps.slice(2)).toEqual(['handle', 'finish: 0', 'after: 0'])
      steps = []
      await expect(run(setCookies, call)).resolves.toBe('prepared, finished')
      expect(steps.slice(2)).toEqual(['handle', 'finish: 0', 'cookie one', 'no cookie other', 'after: 1'])
    }
  })

  test('SI-13 if the last stage of a read changes something, its event comes first, and nothing changes without it', async () => {
    await expect(run(setCookies, read, { changesAtEnd: true })).resolves.toBe('prepared, finished')
    expect(steps.slice(2)).toEqual(['handle', 'cookie one', 'no cookie other', 'finish: 1', 'after: 1'])
    steps = []
    await expect(run(async () => about('\u0000', ''), read, { changesAtEnd: true })).rejects.toThrow()
    expect(steps.slice(2)).toEqual(['handle', 'after: 0'])
  })

  test('SI-13 a read whose event the log does not take is not answered', async () => {
    const failing = run(async () => about('\u0000', ''), read)
    await expect(failing).rejects.toThrow()
    expect(steps.slice(2)).toEqual(['handle', 'finish: 0', 'after: 0'])
  })

  test('SI-13 a change may write; a read, by whatever method, may not', async () => {
    const write: Handler['handle'] = async (_input, _context, tx) => {
      await sql`update audit_forward set seq = 0`.execute(tx)
      return about('a', '')
    }
    await expect(run(write)).resolves.toBe(', finished')
    for (const call of [read, onlyRead]) await expect(run(write, call)).rejects.toThrow(/read-only/)
    for (const call of [read, onlyRead]) await expect(run(setCookies, call)).resolves.toBe('prepared, finished')
  })
})
