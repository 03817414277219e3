import { sql } from 'kysely'
import type { Database } from '../src/platform/db/database.ts'
import { databaseAt } from './portal.ts'

const askedId = '01000000-0000-7000-8000-00000000da7a'

/** A hold that another administrator asked for, as if no one had decided. */
async function prepareDataRequest({ read }: Database): Promise<void> {
  await sql`delete from data_request`.execute(read)
  await sql`insert into data_request (request_id, kind, brand, subject, number, reason, asked_by, asked_at, expires_at, state)
    select ${askedId}, 'hold', 'hmbcbs', member_id, member_number, 'case 1',
      (select account_id from account where login_id = 'ADMIN001'), now(), now() + interval '1 day', 'waiting'
    from member where member_number = '99406232200'`.execute(read)
}

/** Valid requests for what is done with people's data. */
export const dataSamples = {
  dataDesk: { as: 'ADMIN002' },
  previewErasure: {
    right: () => ({ body: { askedId: null, brand: 'hmbcbs', number: '99406232200' } }),
    as: 'ADMIN002',
  },
  askDataChange: {
    right: () => ({
      body: { kind: 'hold' as const, brand: 'hmbcbs', number: '99406232200', reason: 'case 1' },
    }),
    as: 'ADMIN002',
    undo: ({ read }: Database) => sql`delete from data_request`.execute(read),
  },
  decideDataChange: {
    right: () => ({ params: { askedId }, body: { confirm: false } }),
    as: 'ADMIN002',
    ready: async (client: { readonly origin: string }) => {
      await prepareDataRequest(databaseAt(client.origin))
      return { params: { askedId }, body: { confirm: false } }
    },
    undo: ({ read }: Database) => sql`delete from data_request`.execute(read),
  },
} as const
