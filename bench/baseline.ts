import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { verify } from '@node-rs/argon2'
import type { PageState, Renderer } from '@portico/contract/page'
import Fastify, { type FastifyRequest } from 'fastify'
import { readDemoData } from '../server/src/demo/demo/data.ts'
import { demoPassword, loadDemo } from '../server/src/demo/demo/load.ts'
import { createPasswords } from '../server/src/identity/passwords/passwords.ts'
import { createDatabase } from '../server/src/platform/db/database.ts'
import { openEmbedded, openPostgres } from '../server/src/platform/db/engine.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { newId } from '../server/src/platform/ids.ts'
import { root } from './server.ts'

/**
 * The minimum that a server must do for each measured call: Fastify without plugins, a pool, named statements; no checks, audit or limits.
 * Reads of a person's data write an audit row, because the law requires that of anyone. Same pool, same database, same rows, answers of the
 * same size.
 */
const { DATABASE_URL: url, DATA_DIR: dataDir = '', PORT: port } = process.env
const engine = url === undefined ? await openEmbedded({ dataDir }) : openPostgres({ url, poolSize: 10 })
const { pool } = engine
// On PostgreSQL the portal has already filled the database; embedded, this process has its own.
if (url === undefined) {
  const database = createDatabase(engine)
  await migrate(database)
  const data = readDemoData(join(root, 'demo'))
  await loadDemo({ database, passwords: createPasswords(), data, now: new Date() })
}
// In a separate table: whatever the portal does later with its events is part of the portal's cost.
await pool.query('create table bare_event (like audit_event including indexes)')

const app = Fastify()
const compress = promisify(gzip)

app.get('/bare', async () => ({ unreadCount: 0 }))

app.get('/session', async (request) => {
  const session = await findSession(request)
  return { valid: session !== undefined, logonId: session.login_id, expiresAt: session.expires_at }
})

app.get('/messages', async (request) => {
  const session = await findSession(request)
  const { rows } = await pool.query({ name: 'bare-page', text: pageText, values: [session.member_id, 10, 0] })
  await audit(request, session, 'messages.list')
  const messages = rows.map((row) => ({
    messageId: row.message_id,
    threadId: row.thread_id,
    subject: row.subject,
    category: row.category_id,
    subCategory: row.sub_category_id,
    from: row.author_name,
    to: session.login_id,
    sentAt: row.sent_at,
    read: row.read_at !== null,
    attachmentCount: 0,
    replyAllowed: row.reply_blocked_reason === null,
    replyBlockedReason: row.reply_blocked_reason,
    excerpt: row.excerpt,
  }))
  return { baseMessage, payload: { messages, total: messages.length, unreadCount: 0 } }
})

app.get('/claims', async (request) => {
  const session = await findSession(request)
  const { rows } = await pool.query({ name: 'bare-claims', text: claimsText, values: [session.member_id, 10, 0] })
  const { rows: sums } = await pool.query({ name: 'bare-sums', text: sumsText, values: [session.member_id] })
  await audit(request, session, 'claims.read')
  const claims = rows.map((row) => ({
    claimId: row.claim_id,
    claimNumber: row.claim_number,
    serviceDate: row.service_from,
    providerName: row.provider_name,
    category: row.category,
    state: row.state,
    billedCents: row.billed_cents,
    allowedCents: row.allowed_cents,
    planPaidCents: row.plan_paid_cents,
    youOweCents: row.share_cents,
    patient: { memberId: session.member_id, firstName: session.login_id, lastName: session.login_id },
  }))
  const [{ providers, as_of: asOf, ...totals }] = sums
  return { baseMessage, payload: { claims, total: totals.total, totals, people: [], providers, asOf } }
})

app.get('/fhir-page', async (request, reply) => {
  const token = await findToken(request)
  const { rows } = await pool.query({ name: 'bare-fhir-page', text: fhirPageText, values: [token.member_id, 11] })
  await audit(request, token, 'app.read')
  const entries = rows
    .slice(0, 10)
    .map(({ id, body }) => `{"fullUrl":"/fhir/ExplanationOfBenefit/${id}","resource":${body}}`)
  // The only large answer: the portal compresses it, as any server would.
  const text = `{"resourceType":"Bundle","type":"searchset","entry":[${entries.join(',')}]}`
  return reply
    .type('application/fhir+json')
    .header('content-encoding', 'gzip')
    .send(await compress(text))
})

app.get('/fhir-read/:id', async (request, reply) => {
  const token = await findToken(request)
  const { id } = request.params as { id: string }
  const { rows } = await pool.query({ name: 'bare-fhir-read', text: fhirReadText, values: [token.member_id, id] })
  await audit(request, token, 'app.read')
  return reply.type('application/fhir+json').send(rows[0].body)
})

// Hashed at the same cost as in the portal.
const stored = await createPasswords().hash(demoPassword)
app.get('/verify', async () => ({ matched: await verify(stored, demoPassword) }))

app.post('/sign-in', async (request) => {
  const [loginId = '', password = ''] = readBasic(request).split(':')
  const account = await findAccount(loginId)
  if (!(await verify(account.password_hash, password))) throw new Error('The password is wrong.')
  const token = randomBytes(32).toString('base64url')
  const now = new Date()
  const { account_id, login_id, role, member_id, brand } = account
  const values = [randomUUID(), hash(token), account_id, login_id, role, member_id, brand, now, inAnHour(now), '']
  await pool.query({ name: 'bare-insert', text: insertText, values })
  return { token }
})

// Only React: the same tree from the same state, without queries or compression.
const { render } = (await import(join(root, 'web/dist/server/render.js'))) as Renderer
let state: PageState
app.post('/state', { bodyLimit: 1024 * 1024 }, async (request) => {
  state = request.body as PageState
  return {}
})
app.get('/rendered', async (_request, reply) => {
  reply.type('text/html')
  return (await render(state)).html
})

const baseMessage = { headerVersion: '1.0', payloadVersion: '2.0', additionalInfo: null }

const sessionText = `select session_id, account_id, login_id, role, member_id, brand, last_seen_at, expires_at
  from session where token_hash = $1`
const accountText =
  'select account_id, login_id, password_hash, role, member_id, brand from account where login_id = $1'
const insertText = `insert into session (session_id, token_hash, account_id, login_id, role, member_id, brand,
  created_at, last_seen_at, expires_at, user_agent) values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)`
const claimsText = `select claim_id, claim_number, service_from, provider_name, category, state, billed_cents,
    allowed_cents, plan_paid_cents, share_cents
  from claim where member_id = $1 and state not in ('replaced', 'cancelled')
  order by service_from desc, claim_id limit $2 offset $3`
const sumsText = `select count(*) as total, sum(billed_cents) as billed, sum(plan_paid_cents) as paid,
    sum(share_cents) as share, array_agg(distinct provider_name) as providers, max(imported_at) as as_of
  from claim where member_id = $1 and state not in ('replaced', 'cancelled')`
const pageText = `select m.message_id, m.thread_id, t.subject, t.category_id, t.sub_category_id, m.author_name, m.sent_at,
    m.read_at, t.reply_blocked_reason, left(m.body, 140) as excerpt
  from message m join thread t on t.member_id = m.member_id and t.thread_id = m.thread_id
  where m.member_id = $1 and m.incoming and m.deleted_at is null
  order by m.sent_at desc, m.message_id desc limit $2 offset $3`

const tokenText = `select t.payload ->> 'scope' as scope, g.member_id, g.account_id, t.client_id as login_id
  from app_token t join app_grant g using (grant_id)
  where t.kind = 'AccessToken' and t.token_hash = $1 and t.expires_at > $2 and g.ended_at is null`
const fhirPageText = `select id, body from fhir_resource where member_id = $1 and type = 'ExplanationOfBenefit'
  order by updated desc, id limit $2`
const fhirReadText = `select body from fhir_resource where member_id = $1 and type = 'ExplanationOfBenefit' and id = $2`

const auditText = `insert into bare_event (event_id, at, session_id, actor_account_id, actor_login_id, member_id, action,
    record_type, record_id, outcome, address, request_id)
  select $1::uuid, $2::timestamptz, $3::uuid, $4::uuid, $5, $6::uuid, $7, 'member', $6::text, 'done', $8, $9
  from (select set_config('synchronous_commit', 'off', true)) relaxed`

/** Committed asynchronously, which is allowed for a read's row. */
async function audit(request: FastifyRequest, session: Record<string, unknown>, action: string): Promise<void> {
  const { session_id, account_id, login_id, member_id } = session
  const who = [session_id, account_id, login_id, member_id]
  const values = [newId(), new Date(), ...who, action, request.ip, request.id]
  await pool.query({ name: 'bare-audit', text: auditText, values })
}

async function findToken(request: FastifyRequest) {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const { rows } = await pool.query({ name: 'bare-token', text: tokenText, values: [hash(token), new Date()] })
  return rows[0]
}

async function findSession(request: FastifyRequest) {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const { rows } = await pool.query({ name: 'bare-session', text: sessionText, values: [hash(token)] })
  return rows[0]
}

async function findAccount(loginId: string) {
  const { rows } = await pool.query({ name: 'bare-account', text: accountText, values: [loginId] })
  return rows[0]
}

function readBasic(request: FastifyRequest): string {
  return Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString()
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function inAnHour(now: Date): Date {
  return new Date(now.getTime() + 3_600_000)
}

process.once('SIGTERM', async () => {
  await app.close()
  await engine.close()
  process.exit(0)
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
